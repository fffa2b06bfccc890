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
  ['rules', matches(filesMatching('docs/rules/*.md'), /^## /gm)],
  ['lines of README.md', linesOf(['README.md'])],
]
for (const [name, count] of counts) process.stdout.write(`| ${name} | ${count} |\n`)
