import { formatMonth, formatWeekday } from '#contract/date-formats.ts'
import { useEffect, useRef } from 'react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useFormat } from '#web/i18n/format.ts'
import { classNames } from '#web/ui/class-names.ts'
import { ArrowLeftIcon, ArrowRightIcon } from '#web/ui/pictures/icons-public.tsx'
import { dayAfter, monthAfter, weekdayOf, weeksOfMonth } from './month.ts'

type CalendarProps = {
  /** The names of the other sides of the visits of each day, by start. */
  names: ReadonlyMap<string, readonly string[]>
  /** The chosen day, '2026-12-01'. */
  day: string
  onDay: (day: string) => void
  heading?: 'h2' | 'h3'
}

const NAMES_SHOWN_MAX = 2
const ARROW =
  'grid size-11 place-items-center rounded-md border border-edge bg-surface hover:border-action hover:bg-mint'

/**
 * A month with the visits of each day. Arrow keys, Home, End, Page Up and Page Down choose a day. rule:
 * booking-lists, agenda
 */
export function MonthCalendar({ names, day, onDay, heading: Heading = 'h3' }: CalendarProps) {
  const { t, i18n } = useTranslation('bookings')
  const weeks = weeksOfMonth(day)
  return (
    <div className="@container flex flex-col gap-3">
      <div className="flex items-center justify-between gap-3">
        <button type="button" className={ARROW} onClick={() => onDay(monthAfter(day, -1))}>
          <span className="sr-only">{t('month.previous')}</span>
          <ArrowLeftIcon />
        </button>
        <Heading className="text-lg first-letter:uppercase" aria-live="polite">
          {formatMonth(i18n.language, day)}
        </Heading>
        <button type="button" className={ARROW} onClick={() => onDay(monthAfter(day, 1))}>
          <span className="sr-only">{t('month.next')}</span>
          <ArrowRightIcon />
        </button>
      </div>
      <table className="w-full table-fixed border-separate border-spacing-1 max-md:border-spacing-0.5 max-[23.5rem]:-mx-4 max-[23.5rem]:w-[calc(100%+2rem)]">
        <caption className="sr-only">{t('month.help')}</caption>
        <thead>
          <tr>
            {weeks[0]?.map((date) => (
              <th key={date} scope="col" className="text-sm font-normal text-soft">
                <span className="sr-only">{formatWeekday(i18n.language, date, 'long')}</span>
                {/* With large text only the initial has room. */}
                <span aria-hidden="true" className="@max-[16rem]:hidden">
                  {formatWeekday(i18n.language, date, 'short')}
                </span>
                <span aria-hidden="true" className="@min-[16rem]:hidden">
                  {formatWeekday(i18n.language, date, 'narrow')}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((date) => (
                <td key={date} className="p-0 align-top">
                  <Day
                    date={date}
                    isChosen={date === day}
                    isInMonth={date.slice(0, 7) === day.slice(0, 7)}
                    names={names.get(date) ?? []}
                    onDay={onDay}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type DayProps = {
  date: string
  isChosen: boolean
  isInMonth: boolean
  names: readonly string[]
  onDay: (day: string) => void
}

function Day({ date, isChosen, isInMonth, names, onDay }: DayProps) {
  const { t } = useTranslation('bookings')
  const format = useFormat()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // A key chose this day, so the focus follows.
    if (isChosen && document.activeElement?.hasAttribute('data-day')) button.current?.focus()
  }, [isChosen])
  const count = names.length
  return (
    <button
      ref={button}
      type="button"
      data-day={date}
      tabIndex={isChosen ? 0 : -1}
      aria-pressed={isChosen}
      className={classNames(
        'relative flex min-h-13 w-full flex-col items-start gap-0.5 overflow-hidden rounded-md border p-1 text-left @max-[16rem]:p-px md:p-1.5 md:min-h-20',
        isChosen ? 'border-action bg-mint' : 'border-line hover:border-action',
        !isInMonth && 'text-soft',
      )}
      onClick={() => onDay(date)}
      onKeyDown={(event) => {
        const next = dayByKey(event, date)
        if (!next) return
        event.preventDefault()
        onDay(next)
      }}
    >
      <span className="sr-only">
        {format.day(date)}: {t('month.visits', { count })}
      </span>
      <span aria-hidden="true" className="tabular text-sm font-semibold">
        {Number(date.slice(8))}
      </span>
      {count > 0 && (
        <span
          aria-hidden="true"
          className="tabular rounded-full bg-action px-1.5 text-sm leading-snug font-semibold text-on-action @max-[16rem]:px-0.5 md:hidden"
        >
          {count}
        </span>
      )}
      {names.slice(0, NAMES_SHOWN_MAX).map((name, index) => (
        <span key={index} className="w-full truncate text-sm max-md:hidden">
          {name}
        </span>
      ))}
      {count > NAMES_SHOWN_MAX && (
        <span aria-hidden="true" className="text-sm text-soft max-md:hidden">
          +{count - NAMES_SHOWN_MAX}
        </span>
      )}
    </button>
  )
}

function dayByKey({ key }: KeyboardEvent, day: string): string | undefined {
  switch (key) {
    case 'ArrowLeft':
      return dayAfter(day, -1)
    case 'ArrowRight':
      return dayAfter(day, 1)
    case 'ArrowUp':
      return dayAfter(day, -7)
    case 'ArrowDown':
      return dayAfter(day, 7)
    case 'Home':
      return dayAfter(day, -weekdayOf(day))
    case 'End':
      return dayAfter(day, 6 - weekdayOf(day))
    case 'PageUp':
      return monthAfter(day, -1)
    case 'PageDown':
      return monthAfter(day, 1)
    default:
      return undefined
  }
}
