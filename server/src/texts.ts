import { readFileSync, readdirSync } from 'node:fs'
import { LANGUAGES } from '#contract/product.ts'
import type { Language, Role } from '#contract/product.ts'
import { fillText, textAt } from '#contract/texts.ts'
import type { TextKeys, TextValues } from '#contract/texts.ts'
import type bookings from './locales/en/bookings.json'
import type money from './locales/en/money.json'
import type notices from './locales/en/notices.json'
import type visits from './locales/en/visits.json'

/** The areas of texts and their keys: the files of English. */
type Areas = {
  bookings: typeof bookings
  money: typeof money
  notices: typeof notices
  visits: typeof visits
}
type Area = keyof Areas
type Key<A extends Area> = TextKeys<Areas[A]>
/** The keys of texts that have a title and a sentence. */
export type TitledKey<A extends Area> =
  Key<A> extends infer K ? (K extends `${infer Titled}.sentence` ? Titled : never) : never

/** All texts of letters, notices and push messages, by language and area. Screens have theirs in web/src/locales. */
const TEXTS = Object.fromEntries(
  LANGUAGES.map((language) => [language, readTexts(language)]),
) as Record<Language, Record<Area, unknown>>

function readTexts(language: Language): Record<string, unknown> {
  const folder = new URL(`locales/${language}/`, import.meta.url)
  return Object.fromEntries(
    readdirSync(folder).map((file) => [
      file.replace('.json', ''),
      JSON.parse(readFileSync(new URL(file, folder), 'utf8')),
    ]),
  )
}

/** Returns a function that reads the texts of an area: `t('labels.until')`. rule: letter-texts */
export function textsIn<A extends Area>(language: Language, area: A) {
  return (key: Key<A>, values: TextValues = {}): string =>
    fillText(textAt(TEXTS[language][area], key, values.count, language) ?? key, values, language)
}

/** The title and the sentence at a key. */
export function titled<A extends Area>(
  language: Language,
  area: A,
  key: TitledKey<A>,
  values?: TextValues,
): { title: string; sentence: string } {
  const t = textsIn(language, area) as (key: string, values?: TextValues) => string
  return { title: t(`${key}.title`, values), sentence: t(`${key}.sentence`, values) }
}

/** The title and the sentence at `key` for one side, or for both sides. Undefined if it has none for this side. */
export function titledFor<A extends Area>(
  language: Language,
  area: A,
  key: string,
  role: Role,
  values?: TextValues,
): { title: string; sentence: string } | undefined {
  const found = [key, `${key}.${role}`].find(
    (one) => textAt(TEXTS[language][area], `${one}.title`, undefined, language) !== undefined,
  )
  return found === undefined ? undefined : titled(language, area, found as TitledKey<A>, values)
}
