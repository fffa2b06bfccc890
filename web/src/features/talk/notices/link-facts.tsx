import type { Answer } from '#web/api/client.ts'
import { useLineText, useSplitText } from '#web/features/bookings/one/price-lines.tsx'
import { useVisitTime } from '#web/features/bookings/one/use-visit-time.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { NoBreakText } from '#web/ui/no-break-text.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'

type LinkFactsProps = {
  facts: Omit<Answer<'POST /api/letter-links/request'>, 'client_first_name' | 'series'>
  /** The start that is proposed instead of the present one. */
  proposed?: string | null
}

/** The facts of a visit that the link of a letter shows. rule: answer-link */
export function LinkFacts({ facts: visit, proposed }: LinkFactsProps) {
  const { t } = useTranslation(['notices', 'bookings', 'search'])
  const format = useFormat()
  const lineText = useLineText('one_time')
  const split = useSplitText()(visit.lines)
  const visitTime = useVisitTime()
  const timeOf = (instant: string) => visitTime(instant, visit)
  const facts = [
    [t('answer.service'), t(`search:service_types.${visit.service_type}`)],
    ...(proposed
      ? [
          [t('visit.new'), timeOf(proposed)],
          [t('visit.old'), timeOf(visit.starts_at)],
        ]
      : [[t('answer.when'), timeOf(visit.starts_at)]]),
    [t('answer.where'), `${visit.city}, ${visit.state} ${visit.zip_code}`],
    [t('answer.hours'), split ?? format.number(visit.estimated_hours)],
    ...visit.lines.map((line) => [lineText(line), format.money(line.amount)]),
    [t('answer.total'), format.money(visit.total_amount)],
  ] as [string, string][]
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-3 rounded-lg border border-line bg-surface p-5">
      {facts.map(([label, value]) => (
        <div key={label} className="col-span-2 grid grid-cols-subgrid">
          <dt className="text-soft">{label}</dt>
          <dd className="font-medium wrap-anywhere first-letter:uppercase">
            <NoBreakText>{value}</NoBreakText>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The skeleton: a sentence, the facts and two buttons. */
export function LinkPending() {
  return (
    <div aria-busy="true" className="flex flex-col gap-5">
      <Skeleton className="h-6 w-4/5" />
      <Skeleton className="h-52 rounded-lg" />
      <Skeleton className="h-11 w-72 max-w-full" />
    </div>
  )
}
