import { basename } from 'node:path'
import { LANGUAGES } from '#contract/product.ts'
import { REFUSALS } from '#contract/refusals.ts'
import { filesMatching, report, textOf } from './sources.ts'
import { differencesBetween, flatten, type Sentences } from './texts/translation-keys.ts'
import { missingKeys, unusedKeys, unusedTitledKeys } from './texts/translation-usage.ts'
import { unspokenWordsIn } from './texts/unspoken-words.ts'

const faults: string[] = []

// Each has a folder a language; the web has a folder an area in it.
const FOLDERS = ['contract', 'server/src', 'web/src'].map((side) => `${side}/locales`)
for (const folder of [...FOLDERS, 'web/src/locales/console']) {
  const languages = LANGUAGES.map((language): [string, Sentences] => [
    language,
    sentencesIn(`${folder}/${language}`),
  ])
  faults.push(...differencesBetween(folder, languages))
}

for (const language of LANGUAGES)
  for (const folder of [...FOLDERS, 'web/src/locales/console', 'web/src/locales/documents'])
    faults.push(...unspokenWordsIn(language, sentencesIn(`${folder}/${language}`)))

const sentences = {
  ...sentencesIn('contract/locales/en'),
  ...sentencesIn('web/src/locales/en'),
  ...sentencesIn('web/src/locales/console/en'),
}
const texts = sourcesIn('web/src/**/*.{ts,tsx}')
const refusals = Object.keys(REFUSALS).map((code) => `errors:${code}`)
faults.push(...missingKeys(sentences, texts))
faults.push(
  ...unusedKeys(sentences, texts)
    .filter((key) => !refusals.includes(key))
    .map((key) => `${key} is used nowhere`),
)
faults.push(
  ...unusedTitledKeys(sentencesIn('server/src/locales/en'), sourcesIn('server/src/**/*.ts')).map(
    (key) => `${key} of the server is used nowhere`,
  ),
)
report(faults)

/** The text of each source file, without tests. */
function sourcesIn(pattern: string): Map<string, string> {
  const files = filesMatching(pattern).filter((file) => !file.includes('.test.'))
  return new Map(files.map((file) => [file, textOf(file)]))
}

/** All sentences of a folder, by namespace and key. */
function sentencesIn(folder: string): Sentences {
  return Object.assign(
    {},
    ...filesMatching(`${folder}/**/*.json`).map((file) => {
      const namespace = basename(file, '.json')
      return flatten(`${namespace}:`, JSON.parse(textOf(file)))
    }),
  ) as Sentences
}
