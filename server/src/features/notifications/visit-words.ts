import type { Language } from '#contract/product.ts'

type Visit = { starts_at: Date; time_zone: string; city: string }

const HOME_TIME: Record<Language, (time: string, city: string) => string> = {
  en: (time, city) => `${time}, ${city} time`,
  pt: (time, city) => `${time}, horário de ${city}`,
  es: (time, city) => `${time}, hora de ${city}`,
}

/** When a visit begins, on the wall of the home and with its city: 'Tue, Dec 1, 9:00 AM, Austin time'. */
export function visitWords(language: Language, { starts_at, time_zone, city }: Visit): string {
  const time = new Intl.DateTimeFormat(LOCALES[language], {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: time_zone,
  }).format(starts_at)
  // Some readers of mail show the narrow space before AM as a box.
  return HOME_TIME[language](time.replaceAll('\u202F', ' '), city)
}

/** Dollars as the language writes them, from cents. */
export function moneyWords(language: Language, cents: number): string {
  return new Intl.NumberFormat(LOCALES[language], { style: 'currency', currency: 'USD' }).format(
    cents / 100,
  )
}

const LOCALES: Record<Language, string> = { en: 'en-US', pt: 'pt-BR', es: 'es-MX' }
