import { Suspense, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { HomePrices } from '#contract/bookings/quote.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { useServerValue } from '#web/ui/states/use-hydrated.ts'
import { sharedFacts } from './differences.ts'
import { ProfessionalCard } from './professional-card.tsx'
import type { FoundProfessional } from './results.api.ts'

/** How many cards are in the first view for certain. */
const EAGER = 2

type Props = {
  professionals: readonly FoundProfessional[]
  /** The hours and the total of a visit to the client's home, by the id of the professional. */
  prices?: HomePrices | undefined
  /** The query of the search that found them, for the link back. */
  search: string
  /** How many cards a phone shows before 'Show more'. */
  first?: number
  /** A list above says already what a contact passes on. */
  told?: boolean
}

/**
 * Cards of professionals in one, two or three columns; a phone shows the first of them. A client reads above them what
 * a contact passes on. rule: search-card
 */
export function ProfessionalCards({ professionals, prices, search, first = 8, told }: Props) {
  const { t } = useTranslation('professionals')
  const user = useUser()
  const shared = sharedFacts(professionals)
  const { showsAll, showAll } = useShowAll(search)
  const cards = useRef<HTMLDivElement>(null)
  const isShort = !showsAll && professionals.length > first
  return (
    <div className="flex flex-col gap-2">
      {user?.role === 'client' && professionals.length > 0 && !told && (
        <p className="min-h-5 text-[0.75rem] text-soft">
          <Suspense>
            <ContactPasses />
          </Suspense>
        </p>
      )}
      <div ref={cards} className="grid gap-4 md:grid-cols-2 md:gap-6 xl:grid-cols-3">
        {professionals.map((professional, index) => (
          <ProfessionalCard
            key={professional.user_id}
            professional={professional}
            home={prices?.[professional.user_id]}
            user={user}
            search={search}
            shared={shared}
            eager={index < EAGER}
            className={isShort && index >= first ? 'max-md:hidden' : undefined}
          />
        ))}
      </div>
      {isShort && (
        <Button
          look="quiet"
          className="mt-2 self-center md:hidden"
          onClick={() => {
            flushSync(showAll)
            cards.current?.children[first]?.querySelector('a')?.focus()
          }}
        >
          {t('show_more')}
        </Button>
      )}
    </div>
  )
}

/** Whether all cards of a search are shown. The entry of the history keeps it, so that Back finds the same place. */
function useShowAll(search: string) {
  const [shownFor, setShownFor] = useState<string>()
  const keptFor = useServerValue(undefined, keptInHistory())
  const showAll = () => {
    window.history.replaceState({ ...window.history.state, allCardsOf: search }, '')
    setShownFor(search)
  }
  return { showsAll: shownFor === search || keptFor === search, showAll }
}

const keptInHistory = (): unknown =>
  typeof window === 'undefined' ? undefined : window.history.state?.allCardsOf

/** A text for clients, whose pages load all translations. rule: search-card */
function ContactPasses() {
  return useTranslation('bookings').t('contacts_pass')
}
