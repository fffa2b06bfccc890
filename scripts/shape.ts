import { ENDPOINTS } from '#contract/contract.ts'
import { LANGUAGES } from '#contract/product.ts'
import { filesByFolder } from './check/folders.ts'
import { AREAS } from './check/layers.ts'
import { filesMatching, textOf } from './check/sources.ts'

// Prints the counts by which the shape of the repository is judged; ARCHITECTURE.md has them.

const linesOf = (files: readonly string[]) =>
  files.reduce((sum, file) => sum + textOf(file).split('\n').length - 1, 0)
const matches = (files: readonly string[], pattern: RegExp) =>
  files.reduce((sum, file) => sum + [...textOf(file).matchAll(pattern)].length, 0)
const SOURCES =
  '{contract,drawings,server,tools,web,e2e,bench,scripts}/**/*.{ts,tsx,mjs,css,sql,html}'
const isTest = (file: string) => /\.(test|spec)\.|^e2e\/|\/test\//.test(file)

/** How many files of the product name a value: those to open for one more of its kind. The schema gets one new file. */
const namedBy = (value: RegExp) => {
  const files = sources.filter(
    (file) =>
      /^(contract|server|web)\//.test(file) &&
      !/^server\/(demo\/|src\/db\/types)/.test(file) &&
      !isTest(file),
  )
  const found = files.filter((file) => value.test(textOf(file)))
  return new Set(found.map((file) => (file.startsWith('server/schema/') ? 'schema' : file))).size
}

const sources = filesMatching(SOURCES)
const schema = filesMatching('server/schema/*.sql')
const [largest] = [...filesByFolder(sources)].toSorted(([, one], [, other]) => other - one)
const counts: [string, string | number][] = [
  ['areas', AREAS.length],
  ['calls', ENDPOINTS.length],
  ['lines of source without tests', linesOf(sources.filter((file) => !isTest(file)))],
  ['lines of tests and journeys', linesOf(sources.filter(isTest))],
  ['files of the largest folder', `${largest?.[1]} (${largest?.[0]})`],
  ['lines of schema', linesOf(schema)],
  ['triggers', matches(schema, /^create (?:constraint )?trigger/gim)],
  ['functions in the database', matches(schema, /^create or replace function/gim)],
  ['languages', LANGUAGES.join(', ')],
  ['files that name a language (pt)', namedBy(/\bpt: '|'en', 'pt'|\/pt\//)],
  ['files that name a type of service (move_in_out)', namedBy(/\bmove_in_out\b/)],
  ['files that name a reason to cancel (double_booked)', namedBy(/\bdouble_booked\b/)],
  ['files that name a field of the profile (employees_count)', namedBy(/\bemployees_count\b/)],
  ['rules', matches(filesMatching('docs/rules/*.md'), /^## /gm)],
  ['lines of README.md', linesOf(['README.md'])],
]
for (const [name, count] of counts) process.stdout.write(`| ${name} | ${count} |\n`)
