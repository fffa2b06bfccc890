import { formatDate } from '#contract/date-formats.ts'
import type { Role } from '#contract/product.ts'
import type { ChangeAnswer, Series, SeriesChange } from '#contract/bookings/series.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { useSeriesTexts } from '../dialog/series-texts.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/states/toast-store.ts'
import { useFailureToast } from '#web/ui/states/use-failure-toast.ts'
import { useAnswerChange } from './series.api.ts'
import { firstNameOfOther } from './other-side.ts'

const ANSWERS = ['accepted', 'declined', 'withdrawn'] as const

type ChangePanelProps = { series: Series; change: SeriesChange; reader: Role }

/** The open change of regular visits, with the answers that the reader can give. rule: series-changes */
export function ChangePanel({ series, change, reader }: ChangePanelProps) {
  const { t, i18n } = useTranslation('series')
  const format = useFormat()
  const refusalText = useRefusalText()
  const send = useAnswerChange(series.id)
  const failure = useFailureToast()
  const answer = async (value: ChangeAnswer) => {
    failure.clear()
    try {
      await send.mutateAsync({ changeId: change.id, answer: value })
      toast.success(t(`change.done.${value}`))
    } catch (error) {
      failure.show(refusalText(error))
    }
  }
  const labels = {
    accepted: t('change.accept'),
    declined: t('change.decline'),
    withdrawn: t('change.withdraw'),
  }
  const answers = ANSWERS.filter((value) => series.may.includes(value))
  return (
    <section
      aria-label={t('change.title')}
      className="flex w-full flex-col gap-3 rounded-md bg-amber-soft p-4 text-amber"
    >
      <p className="font-medium text-balance wrap-anywhere">
        {t(change.by === reader ? 'change.proposed_you' : 'change.proposed', {
          name: firstNameOfOther(series),
          date: formatDate(i18n.language, change.from_date),
          when: format.visit(change.expires_at, series.time_zone),
        })}
      </p>
      <ChangedFields change={change} />
      {answers.length > 0 && (
        <div className="flex flex-wrap gap-3 max-sm:*:grow">
          {answers.map((value) => (
            <Button
              key={value}
              look={value === 'accepted' ? 'primary' : 'quiet'}
              disabled={send.isPending}
              busy={send.isPending && send.variables.answer === value}
              onClick={() => void answer(value)}
            >
              {labels[value]}
            </Button>
          ))}
        </div>
      )}
    </section>
  )
}

function ChangedFields({ change }: { change: SeriesChange }) {
  const { t } = useTranslation(['series', 'search', 'bookings'])
  const format = useFormat()
  const texts = useSeriesTexts()
  const { weekday, booking_time, estimated_hours, cleaning_frequency, hourly_rate } = change
  const fields = [
    cleaning_frequency && t(`search:frequencies.${cleaning_frequency}`),
    weekday && texts.weekday(weekday),
    booking_time && texts.time(booking_time),
    estimated_hours && t('bookings:hours', { count: estimated_hours }),
    hourly_rate && t('change.an_hour', { rate: format.money(hourly_rate) }),
  ].filter((field) => typeof field === 'string')
  return (
    <ul className="list-disc pl-5">
      {fields.map((field) => (
        <li key={field} className="first-letter:uppercase">
          {field}
        </li>
      ))}
    </ul>
  )
}
