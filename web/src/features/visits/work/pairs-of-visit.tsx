import { Suspense, useState } from 'react'
import { isWorkShown } from '#contract/visits/checklist-rules.ts'
import type { Visit } from '#contract/visits/visits.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useUser } from '#web/session/session.ts'
import { lazyPart } from '#web/ui/states/lazy-part.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { CardPart } from '#web/ui/folded-part.tsx'
import { PhotoPair } from './photo-pair.tsx'

const ChoosePair = lazyPart(() => import('./choose-pair.tsx'))

/** The pairs of one visit; its professional chooses two photos for another one. rule: photo-pairs */
export default function PairsOfVisit({ visit }: { visit: Visit }) {
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
    <CardPart title={t('pairs.title')} anchor="pairs">
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
    </CardPart>
  )
}
