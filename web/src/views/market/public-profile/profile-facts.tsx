import { formatDuration } from '#contract/date-formats.ts'
import type { Profile } from '#web/features/market/professionals/professionals.api.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'

/**
 * Three figures under the name: the visits, how many of the last were kept, and the time to an answer. Each is left out
 * until it is measured. rule: profile-content
 */
export function ProfileFacts({ professional }: Pick<Profile, 'professional'>) {
  const { t, i18n } = useTranslation('public_profile')
  const format = useFormat()
  const {
    completed_bookings: completed,
    reliability,
    median_answer_minutes: minutes,
  } = professional
  const facts = [
    completed && { term: t('facts.visits'), fact: format.number(completed) },
    reliability?.visits && {
      term: t('facts.kept'),
      fact: t('facts.kept_of', { kept: reliability.kept, count: reliability.visits }),
    },
    typeof minutes === 'number' && {
      term: t('facts.answers'),
      fact: formatDuration(i18n.language, minutes),
    },
  ].filter((fact) => typeof fact === 'object')
  if (facts.length === 0) return null
  return (
    <dl className="flex flex-wrap divide-x divide-line rounded-md border border-line bg-surface">
      {facts.map(({ term, fact }) => (
        <div key={term} className="min-w-0 grow basis-20 px-3 py-2">
          <dt className="text-sm wrap-anywhere text-soft">{term}</dt>
          <dd className="tabular text-lg leading-tight font-semibold">{fact}</dd>
        </div>
      ))}
    </dl>
  )
}
