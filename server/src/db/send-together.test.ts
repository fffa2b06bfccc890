// rule: statements-together
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '#server/test/database.ts'
import type { TestDatabase } from '#server/test/database.ts'
import { openDatabase } from './db.ts'
import type { Database, Db } from './db.ts'
import { sendTogether } from './prepared-statements.ts'
import { limitAnswers } from './timed-client.ts'

type Numbered = { n: number; day: string }

let own: TestDatabase
beforeAll(async () => {
  own = await testDatabase()
})
afterAll(() => own.drop())

let database: Database
let roundTrips = 0
beforeEach(async () => {
  await sql`create table numbered (n integer primary key, day date default '2026-12-01')`.execute(
    own.db,
  )
  database = open()
})
afterEach(async () => {
  await database.close()
  await sql`drop table numbered`.execute(own.db)
})

/** With one connection, whose round trips are counted. */
function open(prepares = true): Database {
  const opened = openDatabase(own.url, { max: 1, prepares })
  opened.pool.on('connect', (client) => {
    const { connection } = client as unknown as { connection: NodeJS.EventEmitter }
    connection.on('readyForQuery', () => (roundTrips += 1))
    roundTrips = 0
  })
  return opened
}

const add = (n: number) =>
  sql<Numbered>`/* prepared add_numbered */ insert into numbered (n) values (${n}) returning n, day`
const all = () => sql<Numbered>`/* prepared all_numbered */ select n, day from numbered order by n`
const stored = async () => (await all().execute(own.db)).rows.map(({ n }) => n)

/** How many round trips it takes once the connection is open and has prepared its statements. */
async function roundTripsOf(run: (n: number) => Promise<unknown>): Promise<number> {
  await run(1)
  const before = roundTrips
  await run(2)
  return roundTrips - before
}

test.each([true, false])(
  'begin goes with the first statement, and commit with the last one if it is said; prepared: %s',
  async (prepares) => {
    await database.close()
    database = open(prepares)
    const { kysely } = database
    const usual = (n: number) => kysely.transaction().execute((tx) => add(n).execute(tx))
    expect(await roundTripsOf(usual)).toBe(2)
    const together = (n: number) =>
      kysely.transaction().execute((tx) => sendTogether(tx, [add(n + 2), all()], { commits: true }))
    expect(await roundTripsOf(together)).toBe(1)
    const empty = () => kysely.transaction().execute(async () => {})
    expect(await roundTripsOf(empty)).toBe(0)
    expect(await stored()).toEqual([1, 2, 3, 4])
  },
)

test('each statement returns its rows, with the types of any other query', async () => {
  const rows = await database.kysely
    .transaction()
    .execute((tx) => sendTogether(tx, [add(1), sql`update numbered set n = n where false`, all()]))
  const one = { n: 1, day: '2026-12-01' }
  expect(rows).toEqual([[one], [], [one]])
})

test('a statement sees what was committed while the one before it waited for a lock', async () => {
  await add(1).execute(own.db)
  const holder = await own.db.startTransaction().execute()
  await sql`update numbered set day = '2026-12-24'`.execute(holder)
  const lock = sql`select from numbered for update`
  const reading = database.kysely
    .transaction()
    .execute((tx) => sendTogether(tx, [all(), lock, all()]))
  const waiting = sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await waiting.execute(own.db)).rows).toHaveLength(1)
  await holder.commit().execute()
  const [before, , after] = await reading
  expect([before, after]).toEqual([[{ n: 1, day: '2026-12-01' }], [{ n: 1, day: '2026-12-24' }]])
})

test('after a statement that fails none runs, nothing is written, and the connection goes on', async () => {
  const { kysely } = database
  const wrong = sql`/* prepared wrong */ select 1 / (n - n) from numbered`
  const failing = (first: number) =>
    kysely
      .transaction()
      .execute((tx) => sendTogether(tx, [add(first), wrong, add(first + 1)], { commits: true }))
  for (const first of [1, 3]) await expect(failing(first)).rejects.toThrow('division by zero')
  await expect(
    kysely.transaction().execute((tx) => sendTogether(tx, [sql`select missing`, all()])),
  ).rejects.toThrow('column "missing" does not exist')
  await kysely.transaction().execute((tx) => sendTogether(tx, [add(7), all()], { commits: true }))
  expect(await stored()).toEqual([7])
})

// rule: any-pooler
test('a connection sends each name once, also if a statement before it fails', async () => {
  const names: string[] = []
  database.pool.on('connect', (client) => {
    const { connection } = client as unknown as {
      connection: { parse(statement: { name?: string }): void }
    }
    const parse = connection.parse.bind(connection)
    connection.parse = (statement) => {
      if (statement.name) names.push(statement.name.replace(/_\d+$/, ''))
      parse(statement)
    }
  })
  const write = (n: number) =>
    database.kysely
      .transaction()
      .execute((tx) => sendTogether(tx, [add(n), all()], { commits: true }))
  await add(1).execute(own.db)
  await expect(write(1)).rejects.toThrow('duplicate key')
  await write(2)
  await write(3)
  expect(names).toEqual(['begin', 'add_numbered', 'all_numbered', 'commit'])
  expect(await stored()).toEqual([1, 2, 3])
})

test('a commit that is refused fails the statement that it goes with, and nothing is written', async () => {
  await sql`alter table numbered add column of_other integer references numbered (n) deferrable initially deferred`.execute(
    own.db,
  )
  const orphan = sql`insert into numbered (n, of_other) values (1, 2)`
  const { kysely } = database
  await expect(
    kysely.transaction().execute((tx) => sendTogether(tx, [orphan], { commits: true })),
  ).rejects.toThrow('violates foreign key constraint')
  expect([await stored(), (await all().execute(kysely)).rows]).toEqual([[], []])
})

test('a value that cannot be sent fails the statements, and the connection goes on', async () => {
  const circular: Record<string, unknown> = {}
  circular['itself'] = circular
  const { kysely } = database
  await expect(
    kysely
      .transaction()
      .execute((tx) => sendTogether(tx, [add(1), sql`select ${circular}`, add(2)])),
  ).rejects.toThrow('circular')
  await kysely.transaction().execute((tx) => sendTogether(tx, [add(3)]))
  expect(await stored()).toEqual([3])
})

test('nothing comes after the statement that commits, nor outside a transaction', async () => {
  const { kysely } = database
  const late = kysely.transaction().execute(async (tx) => {
    await sendTogether(tx, [add(1)], { commits: true })
    await add(2).execute(tx)
  })
  await expect(late).rejects.toThrow('A statement came after the one that commits.')
  await expect(sendTogether(kysely, [add(3)])).rejects.toThrow('in a transaction alone')
  expect(await stored()).toEqual([1])
})

// rule: database-lost
test('statements without an answer for too long fail, and their connection is dropped', async () => {
  const MS_MAX = 20
  const sleep = (db: Db) =>
    db.transaction().execute((tx) => sendTogether(tx, [sql`select pg_sleep(10)`]))
  await expect(limitAnswers(MS_MAX, () => sleep(database.kysely))).rejects.toThrow(
    'connection error',
  )
  expect((await add(1).execute(database.kysely)).rows).toHaveLength(1)
})
