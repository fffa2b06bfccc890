// rule: help-and-legal-pages
import { expect, test } from 'vitest'
import { LANGUAGES } from '#contract/product.ts'
import { QueryClient } from '@tanstack/react-query'
import { DOCUMENTS, documentQuery } from './documents.api.ts'
import type { DocumentText } from './documents.api.ts'
import { CLAIMS } from '#contract/trust/claim-rules.ts'
import { claimsTextQuery } from './claims-text.api.ts'
import { RETENTION } from '#contract/retention.ts'

/** The parts that must agree in all languages: sections, paragraphs, table rows, and the values that are filled in. */
const shapeOf = ({ version, sections }: DocumentText) => ({
  version: valuesIn(version),
  sections: sections.map(({ text, table }) => ({
    values: text.map(valuesIn),
    table: table && [table.columns.length, ...table.rows.map((row) => row.map(valuesIn))],
  })),
})
const valuesIn = (text: string) => (text.match(/\{\{\w+\}\}/g) ?? []).toSorted()

test.each(DOCUMENTS)('%s says the same in every language', async (name) => {
  const client = new QueryClient()
  const texts = await Promise.all(
    LANGUAGES.map((language) => client.fetchQuery(documentQuery(name, language))),
  )
  const [english, ...others] = texts.map(shapeOf)
  for (const other of others) expect(other).toEqual(english)
  expect(new Set(texts.map(({ title, intro }) => title + intro)).size).toBe(LANGUAGES.length)
})

test('privacy has one table of what is stored, why, how long and who sees it, with no empty cell', async () => {
  const { sections } = await new QueryClient().fetchQuery(documentQuery('privacy', 'en'))
  const tables = sections.flatMap(({ table }) => table ?? [])
  expect(tables.map(({ columns }) => columns)).toEqual([['What', 'Why', 'How long', 'Who sees it']])
  const [{ rows }] = tables as [(typeof tables)[0]]
  expect(rows.filter((row) => row.length !== 5 || row.some((cell) => !cell.trim()))).toEqual([])
})

test('privacy says every time after which a job deletes something', async () => {
  const text = JSON.stringify(await new QueryClient().fetchQuery(documentQuery('privacy', 'en')))
  expect(Object.keys(RETENTION).filter((value) => !text.includes(`{{${value}}}`))).toEqual([])
})

// rule: claims
test('claims have their texts in every language, with the same values', async () => {
  const client = new QueryClient()
  const texts = await Promise.all(
    LANGUAGES.map((language) => client.fetchQuery(claimsTextQuery(language))),
  )
  const shapes = texts.map(({ claims }) => CLAIMS.map((id) => claims[id].map(valuesIn)))
  for (const shape of shapes) expect(shape).toEqual(shapes[0])
  expect(new Set(texts.map(({ none }) => none)).size).toBe(LANGUAGES.length)
})
