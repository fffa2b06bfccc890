import type { ProblemState } from '#contract/problem-rules.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
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
