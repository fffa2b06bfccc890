import { formats } from '#contract/formats.ts'
import type { Language } from '#contract/product.ts'

type Visit = { starts_at: Date; time_zone: string; city: string }

const HOME_TIME: Record<Language, (time: string, city: string) => string> = {
  en: (time, city) => `${time}, ${city} time`,
  pt: (time, city) => `${time}, horário de ${city}`,
  es: (time, city) => `${time}, hora de ${city}`,
}

/** When a visit starts, by the clock of the home, with its city: 'Tue, Dec 1, 9:00 AM, Austin time'. */
export function visitTime(language: Language, { starts_at, time_zone, city }: Visit): string {
  return HOME_TIME[language](formats(language).visit(starts_at, time_zone), city)
}
