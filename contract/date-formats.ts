import { instantOf, intl, LOCALES, withPlainSpaces } from './formats.ts'
import type { Language } from './product.ts'

// A file of its own, because the first view of the home page loads formats.ts and does not need these functions.

/** The largest unit that a relative time uses, with its seconds. */
const RELATIVE_STEPS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** Units of a duration, their minutes, and the minutes above which the unit is used. */
const DURATION_STEPS = [
  ['day', 1440, 2880],
  ['hour', 60, 60],
] as const
const SHORTEST_DURATION = ['minute', 1] as const

/** A duration, rounded up: 45 is '45 minutes', 170 is '3 hours'. Above two days it is in days. */
export function formatDuration(language: Language, minutes: number): string {
  const [unit, length] = DURATION_STEPS.find(([, , from]) => minutes > from) ?? SHORTEST_DURATION
  const options = { style: 'unit', unit, unitDisplay: 'long' } as const
  return withPlainSpaces(
    intl(Intl.NumberFormat, LOCALES[language], options).format(
      Math.max(1, Math.ceil(minutes / length)),
    ),
  )
}

/** 'today' for 0, 'tomorrow' for 1, 'in 3 days'. */
export const formatNearDay = (language: Language, days: number): string =>
  intl(Intl.RelativeTimeFormat, LOCALES[language], { numeric: 'auto' }).format(days, 'day')

/** The date of an instant in a time zone, in full: 'December 1, 2026'. */
export function formatLongDate(language: Language, instant: string | Date, zone: string): string {
  const options = { dateStyle: 'long', timeZone: zone } as const
  return withPlainSpaces(
    intl(Intl.DateTimeFormat, LOCALES[language], options).format(instantOf(instant)),
  )
}

/** '2 hours ago', 'in 3 days'. Under a minute it is 'now'. */
export function formatRelative(
  language: Language,
  instant: string | Date,
  now: Date = new Date(),
): string {
  const seconds = (instantOf(instant).getTime() - now.getTime()) / 1000
  const formatter = intl(Intl.RelativeTimeFormat, LOCALES[language], { numeric: 'auto' })
  for (const [unit, length] of RELATIVE_STEPS) {
    if (Math.abs(seconds) >= length)
      return withPlainSpaces(formatter.format(Math.trunc(seconds / length), unit))
  }
  return formatter.format(0, 'second')
}

/** The month of a calendar day such as '2026-12-01': 'December 2026'. */
export function formatMonth(language: Language, day: string): string {
  return formatDay(language, day, { month: 'long', year: 'numeric' })
}

/** The weekday of a calendar day: 'Tue', or 'Tuesday'. */
export function formatWeekday(
  language: Language,
  day: string,
  length: 'narrow' | 'short' | 'long',
): string {
  return formatDay(language, day, { weekday: length })
}

/** A calendar day in few characters: 'Tue, Dec 1'. */
export function formatShortDate(language: Language, day: string): string {
  return formatDay(language, day, { weekday: 'short', month: 'short', day: 'numeric' })
}

/** A calendar day without its year: 'Tuesday, December 1'. */
export function formatDate(language: Language, day: string): string {
  return formatDay(language, day, { weekday: 'long', month: 'long', day: 'numeric' })
}

function formatDay(language: Language, day: string, options: Intl.DateTimeFormatOptions): string {
  const inUtc = { ...options, timeZone: 'UTC' }
  return withPlainSpaces(
    intl(Intl.DateTimeFormat, LOCALES[language], inUtc).format(instantOf(`${day}T00:00:00Z`)),
  )
}
