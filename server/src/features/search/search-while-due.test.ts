// rule: search-by-time, search-time-entries, search-cached-answers
import { sql } from 'kysely'
import type { QueryConfig } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { SearchFilters } from '#contract/search.ts'
import type { Queries } from '#server/db/replicas.ts'
import { buildProfessional } from '#server/test/build.ts'
import { NOW } from '#server/test/booking.ts'
import { as } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { cachedSearch } from './search.ts'
import { refreshAllDue } from './search-times.ts'

const DATE = '2026-12-01'
const PLAN = [{ weekday: 2, from: '09:00', to: '12:00' }]
const VIEWER = { userId: null, isOperator: false }
/** The statements of a search by time, by the beginnings of their names. */
const STATEMENTS = { version: 'versions timed-places', cards: 'timed-cards', all: 'timed-search' }

let server: TestServer
let grace: { id: string }
let elsewhere: { id: string }
beforeAll(async () => {
  server = await testServer({}, { now: () => NOW })
  grace = await buildProfessional(server, { areas: ['60606'] })
  elsewhere = await buildProfessional(server, { areas: ['60622'] })
  for (const { id } of [grace, elsewhere]) {
    const own = await as(server, { id })
    await own.put(`/api/professional/time/${id}`, { plan: PLAN })
  }
})
afterAll(() => server.close())
beforeEach(() => refreshAllDue(server.context))

/** Takes the day off. Returns how to work on it again. */
async function takeOff({ id }: { id: string }): Promise<() => Promise<void>> {
  const own = await as(server, { id })
  const path = `/api/professional/time/${id}/exceptions`
  const off = { kind: 'off', from_date: DATE, to_date: DATE }
  const { body } = await own.post(path, off)
  return async () => {
    await own.delete(`${path}/${body.exceptions.at(-1).id}`)
  }
}

/** A search with its own memory. `before` and `after` run beside each of its own statements. */
function searcher() {
  const { context } = server
  const find = cachedSearch(context)
  const names: string[] = []
  const ask = async (
    asked: Record<string, string>,
    beside: { before?: (name: string) => Promise<void>; after?: (name: string) => Promise<void> },
  ) => {
    names.length = 0
    const query = async (statement: QueryConfig) => {
      const name = statement.name ?? ''
      names.push(name)
      await beside.before?.(name)
      const answer = await context.pool.query(statement)
      await beside.after?.(name)
      return answer
    }
    const queries = { query: query as Queries['query'] }
    const filters = SearchFilters.parse({ zip_code: '60606', date: DATE, ...asked })
    const { db, pool } = context
    const answer = await find(filters, VIEWER, (read) =>
      read({ db, queries, pool, isPrimary: true }),
    )
    return JSON.parse(answer.bytes.toString()) as { total: number }
  }
  return {
    names,
    async total(asked: Record<string, string> = {}, beside: Parameters<typeof ask>[1] = {}) {
      return (await ask(asked, beside)).total
    },
    /** Until the places are in memory. */
    async warm() {
      await expect
        .poll(async () => {
          await ask({ max_rate: `${1000 + Math.random()}` }, {})
          return names.some((name) => name.startsWith(STATEMENTS.all))
        })
        .toBe(false)
    },
  }
}

/** Does it once, beside the statement of this name. */
function once(wanted: string, change: () => Promise<unknown>) {
  let isDone = false
  return async (name: string) => {
    if (isDone || !name.startsWith(wanted)) return
    isDone = true
    await change()
  }
}

test.each([
  ['whose answer is cached', STATEMENTS.version, {}],
  ['whose cards are known', STATEMENTS.version, { max_rate: '900' }],
  ['whose cards are read', STATEMENTS.cards, { service_type: 'standard' }],
] as const)(
  'a search %s shows a change that comes before its statement, and the next one a change that comes after',
  async (_, statement, asked) => {
    const search = searcher()
    await search.warm()
    expect(await search.total()).toBe(1)
    let back = async () => {}
    const change = async () => {
      back = await takeOff(grace)
    }
    expect(await search.total(asked, { before: once(statement, change) })).toBe(0)
    await back()
    await search.warm()
    expect(await search.total()).toBe(1)
    expect(await search.total(asked, { after: once(statement, change) })).toBe(1)
    expect(await search.total(asked)).toBe(0)
    await back()
    expect(await search.total(asked)).toBe(1)
  },
)

test('a search whose places are not in memory shows a change that comes before it', async () => {
  const search = searcher()
  const back = await takeOff(grace)
  expect(await search.total()).toBe(0)
  await back()
  expect(await search.total()).toBe(1)
})

test('who is due elsewhere costs a search no statement, and stays due', async () => {
  const search = searcher()
  await search.warm()
  const back = await takeOff(elsewhere)
  expect(await search.total({ max_rate: '800' })).toBe(1)
  expect(search.names).toEqual([STATEMENTS.version])
  expect(await search.total({ max_rate: '800' })).toBe(1)
  expect(search.names).toEqual([STATEMENTS.version])
  const due = await server.db.selectFrom('search_times_due').selectAll().execute()
  expect(due.map(({ professional_id: id }) => id)).toContain(elsewhere.id)
  await back()
})

test('searches are exact while very many are due elsewhere', async () => {
  const search = searcher()
  await search.warm()
  const many = Array.from({ length: 501 }, () => ({ professional_id: elsewhere.id }))
  await server.db.insertInto('search_times_due').values(many).execute()
  expect(await search.total({ max_rate: '700' })).toBe(1)
  const back = await takeOff(grace)
  expect(await search.total({ max_rate: '700' })).toBe(0)
  await back()
  expect(await search.total({ max_rate: '700' })).toBe(1)
})

// rule: failing-row
test('a professional whose days cannot be written stops no search, and answers are still cached', async () => {
  const { db } = server
  const failing = await buildProfessional(server, { areas: ['60606'] })
  const search = searcher()
  await search.warm()
  const constraint = sql.raw(`check (professional_id <> '${failing.id}') not valid`)
  await sql`alter table search_entries add constraint failing ${constraint}`.execute(db)
  const own = await as(server, failing)
  await own.put(`/api/professional/time/${failing.id}`, { plan: PLAN })
  expect(await search.total({ max_rate: '600' })).toBe(1)
  expect(await search.total({ max_rate: '600' })).toBe(1)
  expect(search.names.at(-1)).toBe(STATEMENTS.version)
  const due = await db.selectFrom('search_times_due').selectAll().execute()
  expect(due.map(({ professional_id: id }) => id)).toContain(failing.id)
  await sql`alter table search_entries drop constraint failing`.execute(db)
})
