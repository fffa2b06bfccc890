import { Suspense, useState } from 'react'
import type { User } from '#contract/people/identity.ts'
import type { Pair } from '#contract/visits/pairs.ts'
import { firstNameOf } from '#contract/people/display-name.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyPart } from '#web/ui/states/lazy-part.tsx'
import { useFailureToast } from '#web/ui/states/use-failure-toast.ts'
import { WorkPhoto } from '#web/ui/pictures/work-photo.tsx'
import { useChangePair } from './work.api.ts'
import type { PairChange } from './work.api.ts'

const Lightbox = lazyPart(() => import('#web/ui/lightbox/lightbox.tsx'))

/**
 * A pair of photos with its buttons. Yes and no look alike, because nothing depends on the client's answer.
 * rule: photo-pairs
 */
export function PhotoPair({
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
