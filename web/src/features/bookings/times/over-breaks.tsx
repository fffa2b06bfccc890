import type { Breaks } from '#contract/calendar/slots.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'

type OverBreaksProps = {
  breaks: Breaks
  timeZone: string
  /** The first name of the professional. Absent: the reader is the professional. */
  name?: string | undefined
}

/** 'Grace works through the break from 12:00 PM to 12:30 PM.' Nothing without breaks. rule: free-times */
export function OverBreaks({ breaks, timeZone, name }: OverBreaksProps) {
  const { t } = useTranslation('bookings')
  const format = useFormat()
  return breaks.map(({ starts_at, ends_at }) => {
    const times = { from: format.time(starts_at, timeZone), to: format.time(ends_at, timeZone) }
    return (
      <p key={starts_at}>
        {name === undefined
          ? t('slots.own_break', times)
          : t('slots.over_break', { name, ...times })}
      </p>
    )
  })
}

/** Each break once, of several free times of a day. */
export function breaksOfDay(slots: readonly { breaks?: Breaks | undefined }[]): Breaks {
  const all = slots.flatMap(({ breaks = [] }) => breaks)
  return all.filter(
    ({ starts_at }, index) => all.findIndex((one) => one.starts_at === starts_at) === index,
  )
}
