// rule: database-lost
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildClient } from '#server/test/builders/build.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import type { Db } from './db.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const appendToName = (db: Db, id: string, letter: string) =>
  sql`update users set first_name = first_name || ${letter} where id = ${id}`.execute(db)

async function nameOf(id: string): Promise<string> {
  const { first_name } = await server.db
    .selectFrom('users')
    .select('first_name')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return first_name
}

test('of two transactions in a deadlock the one that loses runs again: both succeed, each exactly once', async () => {
  const [one, other] = [
    await buildClient(server, { first_name: 'One' }),
    await buildClient(server, { first_name: 'Other' }),
  ]
  let waiting = 2
  const bothHold = Promise.withResolvers<void>()
  let runs = 0
  const change = (first: string, second: string, letter: string) =>
    server.db.transaction().execute(async (tx) => {
      runs++
      await appendToName(tx, first, letter)
      if (--waiting === 0) bothHold.resolve()
      await bothHold.promise
      await appendToName(tx, second, letter)
    })
  await Promise.all([change(one.id, other.id, 'a'), change(other.id, one.id, 'b')])
  expect(runs).toBe(3)
  const [nameOfOne, nameOfOther] = [await nameOf(one.id), await nameOf(other.id)]
  expect(['Oneab', 'Oneba']).toContain(nameOfOne)
  expect(['Otherab', 'Otherba']).toContain(nameOfOther)
  expect(nameOfOne.slice(-2)).toBe(nameOfOther.slice(-2))
})

test('a transaction whose snapshot is outdated runs again, with what the other one wrote', async () => {
  const { id } = await buildClient(server, { first_name: 'Ana' })
  let runs = 0
  await server.db.transaction().execute(async (tx) => {
    runs++
    await sql`set transaction isolation level repeatable read`.execute(tx)
    await sql`select from users where id = ${id}`.execute(tx)
    if (runs === 1) await elsewhere(id)
    await appendToName(tx, id, 'b')
  })
  expect([runs, await nameOf(id)]).toEqual([2, 'Anaab'])
})

test('a conflict is tried once again and no more; no other error is', async () => {
  const { id } = await buildClient(server, { first_name: 'Ana' })
  const runsUntilError = async (code: string) => {
    let runs = 0
    const failing = server.db.transaction().execute(async (tx) => {
      runs++
      await appendToName(tx, id, 'x')
      await sql`do ${sql.lit(`begin raise exception 'no' using errcode = '${code}'; end`)}`.execute(
        tx,
      )
    })
    await expect(failing).rejects.toMatchObject({ code })
    return runs
  }
  expect([
    await runsUntilError('40001'),
    await runsUntilError('40P01'),
    await runsUntilError('23505'),
  ]).toEqual([2, 2, 1])
  expect(await nameOf(id)).toBe('Ana')
})

/** A change on a connection that is not of the pool, while a transaction of the pool is open. */
async function elsewhere(id: string): Promise<void> {
  const client = new pg.Client(server.url)
  await client.connect()
  await client.query(`update users set first_name = first_name || 'a' where id = $1`, [id])
  await client.end()
}
