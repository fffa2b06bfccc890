import { firstNameOf } from '#contract/people/display-name.ts'
import type { ProblemKind, ProblemState } from '#contract/visits/problem-rules.ts'
import type { Problem } from '#contract/visits/problems.ts'
import type { Role } from '#contract/product.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useUser } from '#web/session/session.ts'
import { Badge } from '#web/ui/badge.tsx'

const TONES = {
  open: 'waiting',
  answered: 'waiting',
  reclean_booked: 'waiting',
  disputed: 'waiting',
  stands: 'plain',
  solved: 'good',
  withdrawn: 'plain',
  decided: 'plain',
} as const

/** How far a problem is, in words. rule: problems */
export function StateBadge({ state }: { state: ProblemState }) {
  const { t } = useTranslation('problems')
  return <Badge tone={TONES[state]}>{t(`state.${state}`)}</Badge>
}

/** Returns a function that names a problem's kind. A no-show's name says which side waited in vain. rule: problems */
export function useKindText() {
  const { t } = useTranslation('problems')
  return ({ kind, by }: { kind: ProblemKind; by: Role }): string =>
    kind === 'no_show' ? t(`no_show_by.${by}`) : t(`kind.${kind}`)
}

/** Returns a function that names a side of a problem: 'You', or the first name of the other. */
export function useSideText({ visit }: Problem): (side: Role) => string {
  const { t } = useTranslation('problems')
  const role = useUser()?.role
  return (side) => (side === role ? t('by.you') : firstNameOf(visit.other.name))
}
