// rule: kept-profiles, search-cached-answers
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#server/test/database.ts'
import { sharedVersion } from './shared-version.ts'
import { SharedRead } from './shared-read.ts'
import { SnapshotCache } from './snapshot-cache.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let pool: pg.Pool
beforeAll(async () => {
  database = await testDatabase()
  pool = new pg.Pool({ connectionString: database.url })
  await pool.query('create table facts (fact text)')
  await pool.query(`insert into facts values ('first')`)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const NOON = new Date('2026-11-26T12:00:00Z')

function cached({ isPrimary = true, during = async () => {} } = {}) {
  const cache = new SnapshotCache<{ facts: string[] }>(10)
  let reads = 0
  return async (now = NOON) => {
    const answer = await cache.read(
      { queries: pool, isPrimary },
      { key: 'facts', now },
      async () => {
        reads += 1
        const { rows } = await pool.query<{ fact: string }>('select fact from facts')
        await during()
        return { facts: rows.map(({ fact }) => fact) }
      },
    )
    return [answer!.facts.length, reads]
  }
}

/** Reads until an answer was kept: transactions of other databases on this server count as changes too. */
async function untilKept(read: () => Promise<number[]>) {
  let kept: number[] = []
  await expect
    .poll(async () => {
      const [, reads] = await read()
      kept = await read()
      return kept[1] === reads
    })
    .toBe(true)
  return kept
}

test('an answer is kept until something is committed', async () => {
  const read = cached()
  const [facts, reads] = await untilKept(read)
  await pool.query(`insert into facts values ('second')`)
  expect(await read()).toEqual([facts! + 1, reads! + 1])
})

test('what is committed by a transaction that was open meanwhile shows at once', async () => {
  const writer = await pool.connect()
  try {
    await writer.query(`begin; insert into facts values ('open')`)
    const read = cached()
    const [facts, reads] = await untilKept(read)
    await writer.query('commit')
    expect(await read()).toEqual([facts! + 1, reads! + 1])
  } finally {
    writer.release(true)
  }
})

test('an answer is not kept if something was committed while it was read, after a minute, or from a replica', async () => {
  const disturbed = cached({
    during: async () => void (await pool.query(`insert into facts values ('x')`)),
  })
  expect([(await disturbed())[1], (await disturbed())[1]]).toEqual([1, 2])
  const read = cached()
  expect((await read())[1]).toBe(1)
  expect((await read(new Date(NOON.getTime() + 60_000)))[1]).toBe(2)
  const ofReplica = cached({ isPrimary: false })
  expect([(await ofReplica())[1], (await ofReplica())[1]]).toEqual([1, 2])
})

test('who asks while a statement runs gets the answer of the next one, and the right one of many', async () => {
  const waits: (() => void)[] = []
  const statements: string[][] = []
  const shared = new SharedRead<string, string>(async (asked) => {
    statements.push(asked)
    await new Promise<void>((resolve) => waits.push(resolve))
    if (asked.includes('fails')) throw new Error('lost')
    return asked.map((one) => `answer to ${one}`)
  })
  const first = shared.read('a')
  await expect.poll(() => waits.length).toBe(1)
  const others = ['b', 'c', 'b'].map((asked) => shared.read(asked))
  expect(statements).toEqual([['a']])
  waits[0]!()
  expect(await first).toBe('answer to a')
  await expect.poll(() => waits.length).toBe(2)
  waits[1]!()
  expect(await Promise.all(others)).toEqual(['answer to b', 'answer to c', 'answer to b'])
  expect(statements).toEqual([['a'], ['b', 'c', 'b']])

  const failed = shared.read('fails')
  await expect.poll(() => waits.length).toBe(3)
  const after = shared.read('d')
  waits[2]!()
  await expect(failed).rejects.toThrow('lost')
  await expect.poll(() => waits.length).toBe(4)
  waits[3]!()
  expect(await after).toBe('answer to d')
})

test('versions of all kinds that are asked for in one turn are read by one statement, each for itself', async () => {
  const statements: unknown[][] = []
  const query = (statement: pg.QueryArrayConfig<number[]>) => {
    statements.push(statement.values!)
    return pool.query(statement)
  }
  const queries = { query } as unknown as typeof pool
  const count = { name: 'count', parameters: 0, sql: () => '(select count(*)::text from facts)' }
  const sums = (name: string) => ({
    name,
    parameters: 2,
    sql: (first: number) => `(select string_agg((one + other)::text, E'\\n' order by position)
      from unnest($${first}::integer[], $${first + 1}::integer[]) with ordinality as asked (one, other, position))`,
  })
  const [large, small] = [sums('large'), sums('small')]
  const asked = [
    sharedVersion(queries, small, [1, 2]),
    sharedVersion(queries, count),
    sharedVersion(queries, large, [1000, 2000]),
    sharedVersion(queries, small, [3, 4]),
    sharedVersion(queries, small, [1, 2]),
    sharedVersion(queries, count),
  ]
  const [first, counted, ...others] = await Promise.all(asked)
  expect([first, ...others]).toEqual(['3', '3000', '7', '3', counted])
  expect(Number(counted)).toBeGreaterThan(0)
  expect(statements).toEqual([['{1000}', '{2000}', '{1,3}', '{2,4}']])
})
