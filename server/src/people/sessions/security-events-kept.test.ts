// rule: security-events
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CURRENT_PASSWORD_HEADER } from '#contract/browser-names.ts'
import { PASSWORD, registered } from '#server/test/builders/account.ts'
import { visitor } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { deleteOldSecurityEvents } from './security-events.ts'

const DAY_MS = 86_400_000

let now = new Date('2026-12-01T12:00:00Z')
let server: TestServer
beforeAll(async () => {
  server = await testServer({}, { now: () => now })
})
afterAll(() => server.close())

const refuseLogin = (email: string) =>
  visitor(server).post('/api/login', { email, password: 'something else' })
async function rowsOf({ id }: { id: string }) {
  const rows = server.db.selectFrom('security_events').where('user_id', '=', id).selectAll()
  return rows.orderBy('id').execute()
}

test('the table refuses every change', async () => {
  const ana = await registered(server)
  const before = await rowsOf(ana)
  for (const change of [
    sql`update security_events set kind = 'sign_out' where user_id = ${ana.id}`,
    sql`update security_events set user_id = null where user_id = ${ana.id}`,
    sql`delete from security_events where user_id = ${ana.id}`,
    sql`truncate security_events`,
  ]) {
    await expect(change.execute(server.db)).rejects.toThrow(
      'Nothing is changed in or taken out of security_events',
    )
  }
  expect(await rowsOf(ana)).toEqual(before)
})

test('events are deleted after 365 days and network tags after 90, and the table refuses changes again', async () => {
  const kept = now
  try {
    const ana = await registered(server)
    const atDay = (days: number) => {
      now = new Date(kept.getTime() + days * DAY_MS)
    }
    atDay(275)
    await refuseLogin(ana.email)
    atDay(365)
    await deleteOldSecurityEvents(server.context)
    await deleteOldSecurityEvents(server.context)
    expect((await rowsOf(ana)).map(({ network_tag }) => network_tag)).toEqual([
      null,
      expect.stringMatching(/^n-/),
    ])
    now = new Date(now.getTime() + 1)
    await deleteOldSecurityEvents(server.context)
    expect((await rowsOf(ana)).map(({ kind, network_tag }) => [kind, network_tag])).toEqual([
      ['sign_in_refused', null],
    ])
    const change = sql`delete from security_events`.execute(server.db)
    await expect(change).rejects.toThrow('Nothing is changed in or taken out of security_events')
  } finally {
    now = kept
  }
})

// rule: account-export, account-deletion
test('the download has the events without their network, and deletion takes the account out of them', async () => {
  const ana = await registered(server)
  await refuseLogin(ana.email)
  const count = async () => (await rowsOf(ana)).length
  const headers = {
    cookie: ana.cookie,
    [CURRENT_PASSWORD_HEADER]: encodeURIComponent(PASSWORD),
  }
  const { body } = await visitor(server).get(`/api/users/${ana.id}/export`, headers)
  expect(body.security_events.map(({ kind }: { kind: string }) => kind)).toEqual([
    'sign_in',
    'sign_in_refused',
    'confirmed',
  ])
  expect(Object.keys(body.security_events[0]).toSorted()).toEqual([
    'at',
    'browser',
    'by_operator',
    'kind',
    'known_device',
    'system',
  ])
  const ids = (await rowsOf(ana)).map(({ id }) => id)
  expect((await visitor(server).delete(`/api/users/${ana.id}`, headers)).status).toBe(200)
  expect(await count()).toBe(0)
  const left = server.db.selectFrom('security_events').where('id', 'in', ids)
  expect(await left.select('user_id').execute()).toEqual(ids.map(() => ({ user_id: null })))
})
