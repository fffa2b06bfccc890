import { useQuery } from '@tanstack/react-query'
import type { User } from '#contract/people/identity.ts'
import { useApi } from '#web/api/use-api.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { landingPath } from '#web/session/next-path.ts'
import { FoldedPart } from '#web/ui/folded-part.tsx'
import { QueryState } from '#web/ui/states/query-state.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { PhotoPair } from './photo-pair.tsx'
import { pairsQuery } from './work.api.ts'

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
