import { Suspense } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useUser } from '#web/session/session.ts'
import { sharedFacts } from './differences.ts'
import { ProfessionalCard } from './professional-card.tsx'
import type { FoundProfessional } from './results.api.ts'

/** How many cards are in the first view for certain. */
const EAGER = 2

type Props = {
  professionals: readonly FoundProfessional[]
  /** The query of the search that found them, for the link back. */
  search: string
  /** A list above says already what a contact passes on. */
  told?: boolean
}

/** Cards of professionals in one, two or three columns. A client reads above them what a contact passes on. */
export function ProfessionalCards({ professionals, search, told }: Props) {
  const user = useUser()
  const shared = sharedFacts(professionals)
  return (
    <div className="flex flex-col gap-2">
      {user?.role === 'client' && professionals.length > 0 && !told && (
        <p className="min-h-5 text-[0.75rem] text-soft">
          <Suspense>
            <ContactPasses />
          </Suspense>
        </p>
      )}
      <div className="grid gap-4 md:grid-cols-2 md:gap-6 xl:grid-cols-3">
        {professionals.map((professional, index) => (
          <ProfessionalCard
            key={professional.user_id}
            professional={professional}
            user={user}
            search={search}
            shared={shared}
            eager={index < EAGER}
          />
        ))}
      </div>
    </div>
  )
}

/** A text for clients, whose pages load all translations. rule: search-card */
function ContactPasses() {
  return useTranslation('bookings').t('contacts_pass')
}
