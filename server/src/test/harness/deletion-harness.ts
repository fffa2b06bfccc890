import { sql } from 'kysely'
import { afterAll, beforeAll } from 'vitest'
import { CURRENT_PASSWORD_HEADER } from '#contract/browser-names.ts'
import { hashPassword } from '#server/people/passwords/passwords.ts'
import { PASSWORD } from '../builders/account.ts'
import { buildClient, buildProfessional } from '../builders/build.ts'
import { as } from '../call.ts'
import { testServer } from '../server.ts'
import type { TestServer } from '../server.ts'
import { NOW } from '../builders/booking.ts'

type Harness = { server: TestServer }

/**
 * A server for all tests of a file. The helpers build people with names that no other row has, delete their accounts
 * with PASSWORD, and find the tables that still contain a name.
 */
export function deletionHarness() {
  const harness = {} as Harness
  let password_hash: string
  beforeAll(async () => {
    harness.server = await testServer({}, { now: () => NOW })
    password_hash = await hashPassword(PASSWORD)
  })
  afterAll(() => harness.server.close())

  const confirmed = (password = PASSWORD) => ({
    [CURRENT_PASSWORD_HEADER]: encodeURIComponent(password),
  })
  const remove = async (person: { id: string }, headers: Record<string, string> = confirmed()) =>
    (await as(harness.server, person)).delete(`/api/users/${person.id}`, headers)

  const buildNamedClient = () =>
    buildClient(harness.server, {
      password_hash,
      first_name: 'Wilhelmina',
      last_name: 'Featherstone',
      phone: '737-555-0142',
    })
  const buildNamedProfessional = () =>
    buildProfessional(harness.server, {
      full_name: 'Philippa Rotherham',
      business_name: 'Rotherham Shine',
      bio: 'Careful since Rotherham.',
      slug: `philippa-${Math.random().toString(36).slice(2)}`,
      user: {
        password_hash,
        first_name: 'Philippa',
        last_name: 'Rotherham',
        phone: '737-555-0143',
      },
    })

  /** The tables, without those of the places, in which a row contains one of these words. */
  async function tablesContaining(...words: string[]): Promise<string[]> {
    const { rows: tables } = await sql<{ name: string }>`
      select quote_ident(table_name) as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in ('zips', 'cities')`.execute(
      harness.server.db,
    )
    const matching = []
    for (const { name } of tables) {
      const { rows } = await sql`
        select from ${sql.raw(name)} as row
        where to_jsonb(row)::text ilike any(${words.map((word) => `%${word}%`)}::text[]) limit 1`.execute(
        harness.server.db,
      )
      if (rows.length > 0) matching.push(name)
    }
    return matching
  }

  return { harness, confirmed, remove, buildNamedClient, buildNamedProfessional, tablesContaining }
}
