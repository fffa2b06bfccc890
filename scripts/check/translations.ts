import { REFUSALS } from '#contract/refusals.ts'
import { LANGUAGES } from '#contract/product.ts'
import { filesMatching, report, textOf } from './sources.ts'
import { faultsBetween, flatten, type Words } from './words-of-languages.ts'
import { missingKeys, unusedKeys } from './words-in-use.ts'

const faults: string[] = []

// Web and server alike keep their words as locales/<language>/<part>.json beside what speaks them.
const folders = new Set(
  filesMatching('{web/src,server/src/**}/locales/*/*.json').map((file) =>
    file.split('/').slice(0, -2).join('/'),
  ),
)
for (const folder of folders) {
  const languages = LANGUAGES.map((language): [string, Words] => [
    language,
    wordsIn(`${folder}/${language}`),
  ])
  faults.push(...faultsBetween(folder, languages))
}

const words = wordsIn('web/src/locales/en')
const sources = filesMatching('web/src/**/*.{ts,tsx}').filter((file) => !file.includes('.test.'))
const texts = new Map(sources.map((file) => [file, textOf(file)]))
const refusals = Object.keys(REFUSALS).map((code) => `errors:${code}`)
faults.push(...missingKeys(words, texts))
faults.push(
  ...refusals.filter((key) => !(key in words)).map((key) => `${key} is a refusal without words`),
)
faults.push(
  ...unusedKeys(words, texts)
    .filter((key) => !refusals.includes(key))
    .map((key) => `${key} has words that nobody says`),
)
report(faults)

function wordsIn(folder: string): Words {
  return Object.assign(
    {},
    ...filesMatching(`${folder}/*.json`).map((file) => {
      const [part] = file.slice(file.lastIndexOf('/') + 1).split('.')
      return flatten(`${part}:`, JSON.parse(textOf(file)))
    }),
  ) as Words
}
