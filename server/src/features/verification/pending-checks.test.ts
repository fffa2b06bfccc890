// rule: operator-reads-number
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '#server/db/db.ts'
import { auditEntries } from '#server/test/audit.ts'
import { buildProfessional } from '#server/test/build.ts'
import { as } from '#server/test/call.ts'
import { COMMAND_MS } from '#server/test/run-program.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { decideByOperator, writeOutcome } from './decide.ts'
import { eraseNumbers } from './erase-numbers.ts'
import { pendingChecks, readPendingNumber } from './pending-checks.ts'
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

test('pending checks are listed by name, the longest waiting first, without any part of a number', async () => {
  const [first, second] = [
    await buildProfessional(server, { user: { email: 'first@example.com' } }),
    await buildProfessional(server, { user: { email: 'second@example.com' } }),
  ]
  await submitNumber(first, '234567894')
  await submitNumber(second, '234567895')
  await decideByOperator(server.context, second.id, { status: 'rejected', ...REASON })
  await submitNumber(second, '234567896')
  const { checks } = await pendingChecks(server.context)
  const checksOfTest = checks.filter(({ email }) => /^(first|second)@/.test(email))
  expect(checksOfTest).toMatchObject([
    { email: 'first@example.com', submitted_at: NOW, rejected_at: null },
    { email: 'second@example.com', submitted_at: NOW, rejected_at: NOW },
  ])
  expect(JSON.stringify(checks)).not.toMatch(/789[1-6]/)
})

test(
  'the command line shows a number only with a reason and only on a terminal',
  { timeout: COMMAND_MS },
  async () => {
    const ana = await buildProfessional(server)
    await submitNumber(ana, '234567897')
    const env = {
      ...process.env,
      DATABASE_URL: server.url,
      DATA_DIR: server.context.config.dataDir,
      VERIFICATION_MODE: 'manual',
    }
    const operator = (...args: string[]) =>
      promisify(execFile)(process.execPath, ['server/src/operator.ts', 'verify', ...args], { env })
    const refused = async (...args: string[]) => (await operator(...args).catch(String)) as string
    expect(await refused('reveal', ana.id)).toContain('Say why, with --reason.')
    const output = await refused('reveal', ana.id, '--reason', 'county records')
    expect(output).toContain('A number is shown on a terminal alone.')
    const { stdout } = await operator()
    expect(stdout).toContain('waiting.')
    for (const text of [output, stdout]) expect(text).not.toMatch(/234567897|234-56-7897/)
    expect(await auditEntries(server, ana)).toEqual([])
  },
)
