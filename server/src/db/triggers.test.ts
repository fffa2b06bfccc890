// rule: database-triggers
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

test('docs/database-triggers.md says what each trigger does and why it is one', async () => {
  const page = await readFile(
    new URL('../../../docs/database-triggers.md', import.meta.url),
    'utf8',
  )
  // A row of a table may name the triggers of one table once: `offers_card_inserted`, `_updated`, `_deleted`.
  const isNamed = (name: string) =>
    page.includes(`\`${name}\``) ||
    page.includes(`\`${name.replace(/(inserted|updated|deleted)$/, '')}`)
  const { rows } = await sql<{ name: string }>`
    select distinct tgname as name from pg_trigger where not tgisinternal order by 1`.execute(
    server.db,
  )
  expect(rows.length).toBeGreaterThan(30)
  expect(rows.map(({ name }) => name).filter((name) => !isNamed(name))).toEqual([])
})
