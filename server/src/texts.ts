import { readFileSync, readdirSync } from 'node:fs'
import { LANGUAGES } from '#contract/product.ts'
import type { Language, Role } from '#contract/product.ts'
import { fillText, textAt } from '#contract/texts.ts'
import type { TextKeys, TextValues } from '#contract/texts.ts'
import type account from './locales/en/account.json'
import type agreements from './locales/en/agreements.json'
import type bookings from './locales/en/bookings.json'
import type identity from './locales/en/identity.json'
import type money from './locales/en/money.json'
import type notices from './locales/en/notices.json'
import type pages from './locales/en/pages.json'
import type safety from './locales/en/safety.json'
import type sharing from './locales/en/sharing.json'
import type support from './locales/en/support.json'
import type verification from './locales/en/verification.json'
import type visits from './locales/en/visits.json'

/** The areas of texts and their keys: the files of English. */
type Areas = {
  account: typeof account
  agreements: typeof agreements
  bookings: typeof bookings
  identity: typeof identity
  money: typeof money
  notices: typeof notices
  pages: typeof pages
  safety: typeof safety
  sharing: typeof sharing
  support: typeof support
  verification: typeof verification
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
  return (key: Key<A>, values?: TextValues): string => read(language, area, key, values)
}

/** The title and the sentence at a key. */
export function titled<A extends Area>(
  language: Language,
  area: A,
  key: TitledKey<A>,
  values?: TextValues,
): Titled {
  return readTitled(language, area, key, values)
}

/** The title and the sentence at `key` for one side, or for both sides. Undefined if it has none for this side. */
export function titledFor(
  language: Language,
  area: Area,
  key: string,
  role: Role,
  values?: TextValues,
): Titled | undefined {
  const found = [key, `${key}.${role}`].find(
    (one) => textAt(TEXTS[language][area], `${one}.title`, undefined, language) !== undefined,
  )
  return found === undefined ? undefined : readTitled(language, area, found, values)
}

type Titled = { title: string; sentence: string }

function readTitled(language: Language, area: Area, key: string, values?: TextValues): Titled {
  return {
    title: read(language, area, `${key}.title`, values),
    sentence: read(language, area, `${key}.sentence`, values),
  }
}

function read(language: Language, area: Area, key: string, values: TextValues = {}): string {
  const text = textAt(TEXTS[language][area], key, values.count, language) ?? key
  return fillText(text, values, language)
}

/** The text at a key in each language. */
export function inEachLanguage<A extends Area>(area: A, key: Key<A>): Record<Language, string> {
  return Object.fromEntries(
    LANGUAGES.map((language) => [language, textsIn(language, area)(key)]),
  ) as Record<Language, string>
}
