import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { isWorkShown } from '#contract/visits/checklist-rules.ts'
import type { User } from '#contract/people/identity.ts'
import type { Pair } from '#contract/visits/pairs.ts'
import type { Visit } from '#contract/visits/visits.ts'
import { firstNameOf } from '#contract/people/display-name.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { useApi } from '#web/api/use-api.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { landingPath } from '#web/session/next-path.ts'
import { useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyPart } from '#web/ui/states/lazy-part.tsx'
import { FoldedPart } from '#web/ui/folded-part.tsx'
import { QueryState } from '#web/ui/states/query-state.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { useFailureToast } from '#web/ui/states/use-failure-toast.ts'
import { WorkPhoto } from '#web/ui/pictures/work-photo.tsx'
import { pairsQuery, useChangePair } from './work.api.ts'
import type { PairChange } from './work.api.ts'

const ChoosePair = lazyPart(() => import('./choose-pair.tsx'))
const Lightbox = lazyPart(() => import('#web/ui/lightbox/lightbox.tsx'))

/** The pairs of one visit; its professional chooses two photos for another one. rule: photo-pairs */
export default function PairsOfVisit({ visit }: { visit: Visit; onClose?: () => void }) {
  const { t } = useTranslation('work')
  const { pairs, pairs_left, photos } = visit
  const role = useUser()?.role ?? 'client'
  const canAsk =
    role === 'professional' &&
    isWorkShown(visit) &&
    pairs_left > 0 &&
    new Set(photos.map(({ moment }) => moment)).size === 2
  const [isFirst] = useState(pairs.length === 0)
  if (pairs.length === 0 && !canAsk) return null
  return (
    <section aria-labelledby="pairs" className="card flex flex-col gap-6 p-4 md:p-5">
      <h2 id="pairs" className="text-xl">
        {t('pairs.title')}
      </h2>
      {pairs.map((pair) => (
        <PhotoPair key={pair.id} pair={pair} role={role} />
      ))}
      {canAsk && (
        <details open={isFirst}>
          <summary className={isFirst ? 'hidden' : 'min-h-11 font-medium text-action'}>
            {t('pairs.another')}
          </summary>
          <Suspense fallback={<Skeleton className="h-60" />}>
            <ChoosePair visit={visit} />
          </Suspense>
        </details>
      )}
    </section>
  )
}

/** The part of the settings with a client's consents, or a professional's requests for pairs. rule: photo-pairs */
export function PairsPart({ user }: { user: User }) {
  const { t } = useTranslation('work')
  const query = useQuery(pairsQuery(useApi(), user.id))
  return (
    <FoldedPart title={t('pairs.title')} help={t(`pairs.help.${user.role}`)}>
      <QueryState
        query={query}
        failed={t('pairs.failed')}
        failureLook="message-box"
        pending={<Skeleton className="h-24" />}
      >
        {(pairs) =>
          pairs.length === 0 ? (
            <p className="text-soft">
              {t(`pairs.none.${user.role}`)}{' '}
              <TextLink href={landingPath(user)}>{t(`pairs.none_action.${user.role}`)}</TextLink>
            </p>
          ) : (
            <ul className="flex w-full flex-col gap-8">
              {pairs.map((pair) => (
                <li key={pair.id}>
                  <PhotoPair pair={pair} role={user.role} ofVisit />
                </li>
              ))}
            </ul>
          )
        }
      </QueryState>
    </FoldedPart>
  )
}

/** A pair of photos with its buttons. Yes and no look alike, because nothing depends on the client's answer. */
function PhotoPair({
  pair,
  role,
  ofVisit = false,
}: {
  pair: Pair
  role: User['role']
  /** Whether a line says to which visit the pair belongs. */
  ofVisit?: boolean
}) {
  const { t } = useTranslation(['work', 'search'])
  const format = useFormat()
  const change = useChangePair(pair.id)
  const refusalText = useRefusalText()
  const failure = useFailureToast()
  const [opened, setOpened] = useState<number>()
  const { state, other_name: name } = pair
  const images = [
    { url: pair.before_url, alt: t('moments.before') },
    { url: pair.after_url, alt: t('moments.after') },
  ]
  const set = (next: PairChange) => {
    failure.clear()
    change.mutate(next, { onError: (error) => failure.show(refusalText(error)) })
  }
  const button = (next: PairChange, label: string) => (
    <Button look="quiet" busy={change.isPending} onClick={() => set(next)}>
      {label}
    </Button>
  )
  return (
    <div className="flex flex-col gap-3">
      {ofVisit && (
        <p className="text-sm text-soft">
          {name}, {t(`search:service_types.${pair.service_type}`)}, {format.day(pair.booking_date)}
        </p>
      )}
      <div className="grid grid-cols-2 gap-3">
        {images.map(({ url, alt }, index) => (
          <WorkPhoto key={url} url={url} alt={alt} caption={alt} onOpen={() => setOpened(index)} />
        ))}
      </div>
      {role === 'client' && state === 'asked' && (
        <p className="measure">{t('pairs.question', { name: firstNameOf(name) })}</p>
      )}
      <p role="status" className="font-medium empty:absolute">
        {state !== 'asked'
          ? t(`pairs.states.${role}.${state}`)
          : role === 'professional' && t('pairs.states.professional.asked')}
      </p>
      <div className="flex flex-wrap gap-3">
        {role === 'professional' && button('withdrawn', t('pairs.withdraw'))}
        {role === 'client' && state !== 'allowed' && button('allowed', t('pairs.allow'))}
        {role === 'client' && state === 'asked' && button('refused', t('pairs.no'))}
        {role === 'client' && state === 'allowed' && button('refused', t('pairs.take_back'))}
      </div>
      <Suspense>
        {opened !== undefined && (
          <Lightbox images={images} start={opened} onClose={() => setOpened(undefined)} />
        )}
      </Suspense>
    </div>
  )
}
