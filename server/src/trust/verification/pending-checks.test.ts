// rule: ssn-secrecy
import { decideByOperator } from '#server/test/builders/by-operator.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '#server/db/db.ts'
import { auditEntries } from '#server/test/audit.ts'
import { buildProfessional } from '#server/test/builders/build.ts'
import { as } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { writeOutcome } from '../documents/decide.ts'
import { eraseNumbers } from './erase-numbers.ts'
import { readPendingNumber } from './pending-checks.ts'
import { submitSsn } from './verification.ts'

const NOW = new Date('2026-12-01T12:00:00Z')
const NUMBER = '234567891'
const REASON = { reason: 'county records, case 7', doneBy: 'olga' }

let server: TestServer
beforeAll(async () => {
  server = await testServer({ VERIFICATION_MODE: 'manual' }, { now: () => NOW })
})
afterAll(() => server.close())

type Person = { id: string }

async function submitNumber(person: Person, social_security_number: string) {
  const body = { user_id: person.id, social_security_number }
  const caller = await as(server, person)
  expect((await caller.put('/api/professional/update-profile', body)).status).toBe(200)
}

test('an operator reads the number of a pending check; reader and reason are recorded without the number', async () => {
  const ana = await buildProfessional(server)
  await submitNumber(ana, NUMBER)
  expect(await readPendingNumber(server.context, ana.id, REASON)).toBe(NUMBER)
  const actions = await auditEntries(server, ana)
  expect(actions).toMatchObject([
    {
      action: 'number_read',
      note: REASON.reason,
      operator: 'olga',
      at: NOW,
    },
  ])
  expect(JSON.stringify(actions)).not.toContain(NUMBER)
})

test.each(['approved', 'rejected'] as const)(
  'after a check is %s its number cannot be read, erased or not',
  async (status) => {
    const ana = await buildProfessional(server)
    await submitNumber(ana, status === 'approved' ? '234567892' : '234567893')
    await decideByOperator(server.context, ana.id, { status, ...REASON })
    expect(await readPendingNumber(server.context, ana.id, REASON)).toBeUndefined()
    await eraseNumbers(server.context)
    expect(await readPendingNumber(server.context, ana.id, REASON)).toBeUndefined()
    expect((await auditEntries(server, ana)).map(({ action }) => action)).toEqual([
      status === 'approved' ? 'approve' : 'reject',
    ])
  },
)

/** Reads a number as an operator whose command begins while a transaction with this change is open. */
async function readDuring({ id }: Person, change: (tx: Tx) => Promise<unknown>) {
  const [changed, commit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const transaction = server.db.transaction().execute(async (tx) => {
    await change(tx)
    changed.resolve()
    await commit.promise
  })
  await changed.promise
  const reading = readPendingNumber(server.context, id, REASON)
  await expect
    .poll(async () => {
      const { rows } = await sql`
        select from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`.execute(server.db)
      return rows.length
    })
    .toBe(1)
  commit.resolve()
  await transaction
  return reading
}

test('an operator who reads while the professional sends another number reads that one', async () => {
  const ana = await buildProfessional(server)
  await submitNumber(ana, '234567881')
  const number = await readDuring(ana, (tx) =>
    submitSsn(tx, server.context, ana.id, { ssn: '234-56-7882' }),
  )
  expect(number).toBe('234567882')
})

test('an operator who reads while another one decides reads nothing, and nothing is recorded', async () => {
  const ana = await buildProfessional(server)
  await submitNumber(ana, '234567883')
  const rejection = { status: 'rejected', simulated: false, actorId: null } as const
  const number = await readDuring(ana, (tx) => writeOutcome(tx, server.context, ana.id, rejection))
  expect(number).toBeUndefined()
  expect(await auditEntries(server, ana)).toEqual([])
})

test('without a number nothing is read and nothing is recorded', async () => {
  const ana = await buildProfessional(server)
  expect(await readPendingNumber(server.context, ana.id, REASON)).toBeUndefined()
  expect(await auditEntries(server, ana)).toEqual([])
})
