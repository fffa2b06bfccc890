// rule: database-lost
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readIdempotencyKey, runInTransaction } from '#server/http/calls/idempotency.ts'
import { startTemporaryPostgres } from '../../../tools/embedded-postgres/temporary-postgres.ts'
import type { TemporaryPostgres } from '../../../tools/embedded-postgres/temporary-postgres.ts'
import { DatabaseAway } from './client.ts'
import { openDatabase } from './db.ts'
import type { Database } from './db.ts'

let postgres: TemporaryPostgres
let database: Database
let probing: NodeJS.Timeout
let operator: pg.Client
beforeAll(async () => {
  postgres = await startTemporaryPostgres()
  operator = new pg.Client(postgres.url)
  await operator.connect()
  await operator.query(`create table written (what text);
    create table idempotency_keys (
      user_id uuid, call text, key text, body_hash bytea, answer jsonb, primary key (user_id, call, key)
    )`)
  database = openDatabase(postgres.url)
  // As a balancer does, whose probe ends such commits.
  probing = setInterval(() => void database.answers(), 200)
  await waitForReplica('nobody')
})
afterAll(async () => {
  clearInterval(probing)
  await database.close()
  await operator.end()
  await postgres.stop()
})

const insert = (what: string) => sql`insert into written values (${what})`

test.each([
  ['a transaction', () => database.kysely.transaction().execute((tx) => insert('a').execute(tx))],
  ['a statement of its own', () => insert('b').execute(database.kysely)],
])('%s that no replica confirms fails soon, and keeps no connection waiting', async (_, write) => {
  await expect(write()).rejects.toBeInstanceOf(DatabaseAway)
  // The connection serves whoever comes next.
  await expect(sql`select 1`.execute(database.kysely)).resolves.toBeDefined()
  const { rows } = await operator.query(
    "select 1 from pg_stat_activity where wait_event = 'SyncRep'",
  )
  expect(rows).toEqual([])
})

// rule: idempotency-key
test('the repeat of a request is not acknowledged either before a replica confirms it, and writes nothing', async () => {
  const idempotency = readIdempotencyKey(randomUUID(), 'call', 'key', {})
  const request = () =>
    runInTransaction(database.kysely, idempotency, async (tx) => {
      await insert('once').execute(tx)
      return { answer: 'done' }
    })
  for (const _ of ['request', 'repeat']) {
    await expect(request()).rejects.toBeInstanceOf(DatabaseAway)
  }
  await waitForReplica('')
  expect(await request()).toEqual({ answer: 'done' })
  const { rows } = await operator.query("select 1 from written where what = 'once'")
  expect(rows).toHaveLength(1)
})

/** Each commit waits for the replica of this name from now on; '': for none. */
async function waitForReplica(name: string): Promise<void> {
  await operator.query(`alter system set synchronous_standby_names = '${name}'`)
  await operator.query('select pg_reload_conf()')
  await vi.waitUntil(async () => (await shown('synchronous_standby_names')) === name)
}

async function shown(setting: string): Promise<unknown> {
  const { rows } = await operator.query<{ value: unknown }>(
    `select current_setting('${setting}') as value`,
  )
  return rows[0]!.value
}
