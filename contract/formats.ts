import type { Language } from './product.ts'

/** The locale that formats numbers, money and dates for the readers of a language. All of them live in the United States. */
export const LOCALES: Record<Language, string> = { en: 'en-US', pt: 'pt-BR', es: 'es-US' }

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

/**
 * Formats numbers, money and times for the readers of a language. Screens, letters and share pictures all use it, so they print
 * the same. Instants are ISO 8601 texts or Dates; `zone` is the IANA zone of the home. rule: letter-texts
 */
export function formats(language: Language) {
  const locale = LOCALES[language]
  const at = (instant: string | Date, options: Intl.DateTimeFormatOptions) =>
    withPlainSpaces(intl(Intl.DateTimeFormat, locale, options).format(new Date(instant)))

  return {
    /** Dollars: 65 is '$65.00'. A no-break space keeps the currency and the amount on one line. */
    money: (dollars: number) =>
      withPlainSpaces(
        intl(Intl.NumberFormat, locale, { style: 'currency', currency: 'USD' }).format(dollars),
        '\u00A0',
      ),
    /** 1234 is '1,234'. */
    number: (value: number) => intl(Intl.NumberFormat, locale).format(value),
    /** An average of stars: 4.87 is '4.9'. */
    rating: (value: number) =>
      intl(Intl.NumberFormat, locale, {
        minimumFractionDigits: 1,
        maximumFractionDigits: 1,
      }).format(value),
    /** 'Dec 1, 2026'. */
    date: (instant: string | Date, zone: string) =>
      at(instant, { dateStyle: 'medium', timeZone: zone }),
    /** 'Tue, Dec 1, 9:00 AM', by the clock of the home. */
    visit: (instant: string | Date, zone: string) =>
      at(instant, {
        weekday: 'short',
        month: 'short',
        day: 'numeric',
        hour: 'numeric',
        minute: '2-digit',
        timeZone: zone,
      }),
    /** '9:00 AM', by the clock of the home. */
    time: (instant: string | Date, zone: string) =>
      at(instant, { hour: 'numeric', minute: '2-digit', timeZone: zone }),
    /** A calendar day such as '2026-12-01', in full: 'Tuesday, December 1, 2026'. */
    day: (day: string) => at(`${day}T00:00:00Z`, { dateStyle: 'full', timeZone: 'UTC' }),
  }
}

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

/** The date of an instant in a time zone, in full: 'December 1, 2026'. */
export function formatLongDate(language: Language, instant: string | Date, zone: string): string {
  const options = { dateStyle: 'long', timeZone: zone } as const
  return withPlainSpaces(
    intl(Intl.DateTimeFormat, LOCALES[language], options).format(new Date(instant)),
  )
}

/** '2 hours ago', 'in 3 days'. Under a minute it is 'now'. */
export function formatRelative(
  language: Language,
  instant: string | Date,
  now: Date = new Date(),
): string {
  const seconds = (new Date(instant).getTime() - now.getTime()) / 1000
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
export function formatWeekday(language: Language, day: string, length: 'short' | 'long'): string {
  return formatDay(language, day, { weekday: length })
}

function formatDay(language: Language, day: string, options: Intl.DateTimeFormatOptions): string {
  const inUtc = { ...options, timeZone: 'UTC' }
  return withPlainSpaces(
    intl(Intl.DateTimeFormat, LOCALES[language], inUtc).format(new Date(`${day}T00:00:00Z`)),
  )
}

type FormatterClass<Formatter, Options> = new (locale: string, options?: Options) => Formatter

const formatters = new Map<string, unknown>()

/** A formatter of Intl, cached by locale and options: creating one takes far longer than using it. */
export function intl<Formatter, Options>(
  Class: FormatterClass<Formatter, Options>,
  locale: string,
  options?: Options,
): Formatter {
  const key = `${Class.name} ${locale} ${JSON.stringify(options)}`
  if (!formatters.has(key)) formatters.set(key, new Class(locale, options))
  return formatters.get(key) as Formatter
}

// Node and the browsers use different spaces before AM. The server and the browser must render the same text.
const withPlainSpaces = (text: string, space = ' ') => text.replace(/[\u202F\u00A0]/g, space)
