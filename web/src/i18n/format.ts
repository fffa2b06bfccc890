import { useMemo } from 'react'
import { useTranslation } from './use-translation.ts'
import type { Language } from '#contract/product.ts'
import { intl } from './intl.ts'
import { LOCALES } from './locale.ts'

const RELATIVE_STEPS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** Units of a duration, their minutes, and above how many they are used. */
const DURATION_STEPS = [
  ['day', 1440, 2880],
  ['hour', 60, 60],
] as const
const SHORTEST = ['minute', 1] as const

/** Money, numbers and times as the readers of a language write them. Instants are ISO 8601 or a Date; `zone` is the home's. */
export function formats(language: Language) {
  const locale = LOCALES[language]
  const at = (instant: string | Date, options: Intl.DateTimeFormatOptions) =>
    plain(intl(Intl.DateTimeFormat, locale, options).format(new Date(instant)))

  return {
    /** Dollars: 65 is '$65.00'. No line ends between the currency and the amount. */
    money: (dollars: number) =>
      plain(
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
    /** 'Tue, Dec 1, 9:00 AM', as clocks show it where the home is. */
    visit: (instant: string | Date, zone: string) =>
      at(instant, {
        weekday: 'short',
        month: 'short',
        day: 'numeric',
        hour: 'numeric',
        minute: '2-digit',
        timeZone: zone,
      }),
    /** How long something takes, rounded up: 45 is '45 minutes', 170 is '3 hours', from two days on in days. */
    duration(minutes: number) {
      const [unit, length] = DURATION_STEPS.find(([, , from]) => minutes > from) ?? SHORTEST
      return plain(
        intl(Intl.NumberFormat, locale, { style: 'unit', unit, unitDisplay: 'long' }).format(
          Math.max(1, Math.ceil(minutes / length)),
        ),
      )
    },
    /** '9:00 AM', likewise. */
    time: (instant: string | Date, zone: string) =>
      at(instant, { hour: 'numeric', minute: '2-digit', timeZone: zone }),
    /** A day of the calendar, '2026-12-01', in full: 'Tuesday, December 1, 2026'. */
    day: (day: string) => at(`${day}T00:00:00Z`, { dateStyle: 'full', timeZone: 'UTC' }),
    /** Its month: 'December 2026'. */
    month: (day: string) =>
      at(`${day}T00:00:00Z`, { month: 'long', year: 'numeric', timeZone: 'UTC' }),
    /** Its weekday: 'Tue', or 'Tuesday'. */
    weekday: (day: string, length: 'short' | 'long') =>
      at(`${day}T00:00:00Z`, { weekday: length, timeZone: 'UTC' }),
    /** '2 hours ago', 'in 3 days'; under a minute 'now'. */
    relative(instant: string | Date, now: Date = new Date()) {
      const seconds = (new Date(instant).getTime() - now.getTime()) / 1000
      const words = intl(Intl.RelativeTimeFormat, locale, { numeric: 'auto' })
      for (const [unit, length] of RELATIVE_STEPS) {
        if (Math.abs(seconds) >= length)
          return plain(words.format(Math.trunc(seconds / length), unit))
      }
      return words.format(0, 'second')
    },
  }
}

/** `formats` in the current language. */
export function useFormat() {
  const { i18n } = useTranslation()
  return useMemo(() => formats(i18n.language), [i18n.language])
}

// Node and the browsers disagree about the narrow space before AM, and the two must render the same.
const plain = (text: string, space = ' ') => text.replace(/[\u202F\u00A0]/g, space)
