import type { Language } from './product.ts'

/** The locale that formats numbers, money and dates for the readers of a language. */
export const LOCALES: Record<Language, string> = { en: 'en-US', pt: 'pt-BR', es: 'es-US' }

/**
 * Formats numbers, money and times for the readers of a language. Screens, letters and share pictures all use it, so
 * they print the same. Instants are ISO 8601 texts or Dates; `zone` is the IANA time zone of the address of the visit.
 * rule: letter-texts
 */
export function formats(language: Language) {
  const locale = LOCALES[language]
  const at = (instant: string | Date, options: Intl.DateTimeFormatOptions) =>
    withPlainSpaces(intl(Intl.DateTimeFormat, locale, options).format(instantOf(instant)))

  return {
    /** Dollars: 65 is '$65.00'. A no-break space keeps the currency and the amount on one line. */
    money: (dollars: number) =>
      withPlainSpaces(
        intl(Intl.NumberFormat, locale, { style: 'currency', currency: 'USD' }).format(dollars),
        '\u00A0',
      ),
    /** Dollars in few characters: 84 is '$84', 84.5 is '$84.50'. */
    shortMoney: (dollars: number) =>
      withPlainSpaces(
        intl(Intl.NumberFormat, locale, {
          style: 'currency',
          currency: 'USD',
          trailingZeroDisplay: 'stripIfInteger',
        }).format(dollars),
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
    /** 'Tue, Dec 1, 9:00 AM', in the time zone `zone`. */
    visit: (instant: string | Date, zone: string) =>
      at(instant, {
        weekday: 'short',
        month: 'short',
        day: 'numeric',
        hour: 'numeric',
        minute: '2-digit',
        timeZone: zone,
      }),
    /** '9:00 AM', in the time zone `zone`. */
    time: (instant: string | Date, zone: string) =>
      at(instant, { hour: 'numeric', minute: '2-digit', timeZone: zone }),
    /** '9:00', where 'Morning' or 'Afternoon' stands above it. In the time zone `zone`. */
    clock: (instant: string | Date, zone: string) =>
      withPlainSpaces(
        intl(Intl.DateTimeFormat, locale, { hour: 'numeric', minute: '2-digit', timeZone: zone })
          .formatToParts(instantOf(instant))
          .filter(({ type }) => type !== 'dayPeriod')
          .map(({ value }) => value)
          .join(''),
      ).trim(),
    /** A calendar day such as '2026-12-01', in full: 'Tuesday, December 1, 2026'. */
    day: (day: string) => at(`${day}T00:00:00Z`, { dateStyle: 'full', timeZone: 'UTC' }),
  }
}

/**
 * The instant that a text names, which begins with its year; any other text is refused. V8 reads 'T:00Z', a missing
 * date with a missing time, as January 1, 2000.
 */
export function instantOf(instant: string | Date): Date {
  const date = new Date(instant)
  if (Number.isNaN(+date) || (typeof instant === 'string' && !/^\d{4}-/.test(instant)))
    throw new RangeError(`No instant: ${String(instant)}`)
  return date
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
export const withPlainSpaces = (text: string, space = ' ') => text.replace(/[\u202F\u00A0]/g, space)
