// rule: legal-pages
import { expect, test } from 'vitest'
import { LANGUAGES } from '#contract/product.ts'
import { QueryClient } from '@tanstack/react-query'
import { DOCUMENTS, documentQuery } from './documents.api.ts'
import type { DocumentText } from './documents.api.ts'
import { RETENTION } from '#contract/retention.ts'

/** What must be the same in all languages: sections, paragraphs, facts, and the values that are filled in. */
const shapeOf = ({ version, sections }: DocumentText) => ({
  version: valuesIn(version),
  sections: sections.map(({ text, facts = [] }) => ({
    values: text.map(valuesIn),
    facts: facts.map((fact) => fact.map(valuesIn)),
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

test('privacy says every time after which a job deletes something', async () => {
  const text = JSON.stringify(await new QueryClient().fetchQuery(documentQuery('privacy', 'en')))
  expect(Object.keys(RETENTION).filter((value) => !text.includes(`{{${value}}}`))).toEqual([])
})
