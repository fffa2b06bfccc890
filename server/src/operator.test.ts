// rule: operator-commands
import { randomBytes } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditEntries } from './test/audit.ts'
import { buildClient, buildProfessional } from './test/build.ts'
import { as } from './test/call.ts'
import { operate } from './operator-commands.ts'
import { loadVaultKeys } from './features/access/vault-keys.ts'
import { auditHead } from './features/audit/operator-actions.ts'
import { rememberSettings } from './server-settings.ts'
import { StartupProblem } from './startup-problem.ts'
import { endSessions } from './test/operators.ts'
import { payAndReturn } from './test/paying.ts'
import { COMMAND_MS, runProgram } from './test/run-program.ts'
import { testServer } from './test/server.ts'
import type { TestServer } from './test/server.ts'
import { emptyQueue, failJobs } from '#server/test/queue.ts'

const NOBODY = 'nobody@example.com'
const NO_PROFESSIONAL = 'No professional has this email or id.\n'
const NO_REASON = 'Say why, with --reason.\n'
const NO_INVOICE = 'There is no paid invoice with this number.\n'
const CREDITS = 'Give the number of credits, from 1 to 1000.\n'
const REASON = ['--reason', 'a mistake of ours']
const EVIDENCE = ['--reason', 'evidence']

let server: TestServer
let id: string
beforeAll(async () => {
  server = await testServer()
  ;({ id } = await buildProfessional(server, { credits: 0 }))
})
afterAll(() => server.close())

type Result = { code: number; output: string }

/** Runs a command here: a process for each would take most of this file's time. */
async function operator(args: string[]): Promise<Result> {
  const words = args.map((part) => (part === 'ID' ? id : part))
  const printed = new PassThrough().setEncoding('utf8')
  try {
    await operate(words, printed, (action) => action(server.context))
  } catch (error) {
    if (!(error instanceof StartupProblem)) throw error
    return { code: 1, output: `${error.message}\n` }
  }
  return { code: 0, output: printed.read() }
}

test(
  'the program prints what a command prints, and ends with 1 when the command is refused',
  async () => {
    expect(await runProgram(server, 'operator.ts', ['approvals'])).toEqual(
      await operator(['approvals']),
    )
    for (const refused of [['ledger', NOBODY], ['sleep']]) {
      const result = await operator(refused)
      expect(result.code).toBe(1)
      expect(await runProgram(server, 'operator.ts', refused)).toEqual(result)
    }
  },
  COMMAND_MS * 3,
)

test.each<[string[], string]>([
  [['ledger', NOBODY], NO_PROFESSIONAL],
  [['grant', 'ID', '1001', ...REASON], CREDITS],
  [['grant', 'ID', '1e3', ...REASON], CREDITS],
  [['grant', 'ID', '3', '--reason', ' '], NO_REASON],
  [['grant', NOBODY, '3', ...REASON], NO_PROFESSIONAL],
  [['refund', 'L-12'], NO_REASON],
  [['refund', 'L-12', ...REASON], NO_INVOICE],
  [['refund', 'twelve', ...REASON], NO_INVOICE],
  [
    ['problems', 'decide', 'ID', 'both', ...EVIDENCE],
    'Decide for_client, for_professional or shared.\n',
  ],
  [
    ['problems', 'decide', 'ID', 'shared', ...REASON],
    'Say why, with --reason evidence, no_answer or agreed.\n',
  ],
  [
    ['problems', 'decide', 'ID', 'shared', ...EVIDENCE, '--text', 'Short'],
    'Tell both sides, with --text of 10 to 2000 characters.\n',
  ],
  [
    ['problems', 'decide', 'ID', 'shared', ...EVIDENCE, '--text', 'The photos show it.'],
    'There is no problem with this id.\n',
  ],
  [['verify', 'approve', NOBODY], NO_PROFESSIONAL],
  [['verify', 'reject', 'ID', ...REASON], 'This professional has not entered a number.\n'],
  [['verify', 'approve', 'ID'], NO_REASON],
  [['verify', 'free', 'ID'], NO_REASON],
  [['verify', 'free', NOBODY, ...REASON], NO_PROFESSIONAL],
  [['verify', 'free', 'ID', ...REASON], 'This professional has no approved check.\n'],
  [['verify', 'rotate-keys'], NO_REASON],
  [['vault', 'rotate-keys'], NO_REASON],
  [['suspend', 'ID'], NO_REASON],
  [['suspend', NOBODY, ...REASON], 'Nobody has this email or id.\n'],
  [
    ['suspend', 'ID', '--visits', 'some', ...REASON],
    'Say what becomes of coming visits: --visits keep or --visits cancel.\n',
  ],
  [['restore', 'ID'], NO_REASON],
  [['retry-job', '1'], NO_REASON],
  [['retry-job', '1', ...REASON], 'There is no failed job with this number.\n'],
  [['pictures', 'adopt'], NO_REASON],
  [['verify', 'reveal', 'ID'], NO_REASON],
  [['verify', 'reveal', 'ID', ...REASON], 'A number is shown on a terminal alone.\n'],
])('operator %j is refused with one line, and nothing is written', async (args, line) => {
  expect(await operator(args)).toEqual({ code: 1, output: line })
  const { rows } = await sql<{ count: number }>`
      select ((select count(*) from audit_log) + (select count(*) from lead_ledger))::int as count`.execute(
    server.db,
  )
  expect(rows).toEqual([{ count: 0 }])
})

test.each([
  [[]],
  [['sleep']],
  [['toString']],
  [['ledger', NOBODY, '--why', 'a mistake']],
  [['ledger', NOBODY, '--reason']],
  [['verify', 'accept', NOBODY]],
  [['problems', 'open']],
  [['audit']],
])('operator %j is refused with the list of commands', async (args) => {
  const { code, output } = await operator(args)
  expect(code).toBe(1)
  for (const command of ['ledger', 'grant', 'refund', 'retry-job', 'verify'])
    expect(output).toContain(`\n  ${command} `)
})

test('the operator grants credits only with a reason, and sees them in the ledger', async () => {
  const granted = await buildProfessional(server, { credits: 0 })
  const refused = await operator(['grant', granted.id, '3'])
  expect([refused.code, refused.output]).toEqual([1, 'Say why, with --reason.\n'])
  const done = await operator(['grant', granted.id, '3', ...REASON])
  expect(done).toEqual({ code: 0, output: 'Granted 3.\n' })
  const ledger = await operator(['ledger', granted.id])
  expect(ledger.output).toContain('3 credits left, 0 leads waiting.')
})

test('a grant with a key that is repeated grants once', async () => {
  const professional = await buildProfessional(server, { credits: 0 })
  const grant = ['grant', professional.id, '3', '--key', 'ticket-9', ...REASON]
  expect((await operator(grant)).output).toBe('Granted 3.\n')
  expect((await operator(grant)).output).toBe('Granted 3 already.\n')
  expect((await operator(['ledger', professional.id])).output).toContain('3 credits left')
})

test('the list of waiting checks has the oldest 200', async () => {
  await sql`
    with added as (
      insert into users (email, password_hash, first_name, last_name, phone, role)
      select 'cut-' || n || '@example.com', 'x', 'Cut', 'Short', '512-555-0100', 'professional'
      from generate_series(1, 201) as n returning id
    ), profiles as (
      insert into professionals (user_id, full_name, slug, bio, hourly_rate_cents, services, background_check_status)
      select id, 'Cut Short', 'cut-' || id, '', 5000, '{standard}', 'pending' from added returning user_id
    )
    insert into verifications (professional_id, ssn_hash, ssn_last4, ssn_sealed, key_id, consent_version, consented_at, submitted_at)
    select user_id, sha256(user_id::text::bytea), '0000', decode(repeat('00', 37), 'hex'), 'k', '1', now(), now() from profiles`.execute(
    server.db,
  )
  expect((await operator(['verify'])).output).toMatch(/20\d waiting\. These are the oldest 200\./)
  await sql`delete from users where email like 'cut-%'`.execute(server.db)
})

// rule: operator-commands, scheduled-jobs
test('failed jobs are counted by task, without scheduled ones that a later run has made up for', async () => {
  const fail = async (task: string, count: number, error: string, attempts: number) => {
    const queue = /letter|refund/.test(task) ? null : `clock ${task}`
    const { rows } = await sql<{ id: string }>`
      select (graphile_worker.add_job(${task}, queue_name => ${queue}, max_attempts => 3)).id
      from generate_series(1, ${count}::int)`.execute(server.db)
    const ids = rows.map(({ id }) => id)
    await failJobs(server.db, ids, error)
    await sql`select graphile_worker.reschedule_jobs(${ids}::bigint[], attempts => ${attempts}::integer)`.execute(
      server.db,
    )
  }
  await fail('send-notice-letter', 51, 'the mail server is away', 3)
  await fail('refund-payment', 1, 'the provider is away', 1)
  await fail('renewals', 60, 'no database', 3)
  await fail('complete-bookings', 60, 'no database', 3)
  await sql`insert into clock_runs values ('renewals', now() - interval '1 hour'), ('complete-bookings', now() + interval '1 hour')`.execute(
    server.db,
  )
  const { output } = await operator(['jobs'])
  const rows = output.split('\n').filter((line) => /[a-z]-|renewals/.test(line))
  expect(
    rows.map((line) =>
      line
        .split('│')
        .slice(2, 5)
        .map((cell) => cell.trim()),
    ),
  ).toEqual([
    ["'send-notice-letter'", '51', '0'],
    ["'refund-payment'", '0', '1'],
    ["'renewals'", '60', '0'],
  ])
  expect(output).toContain('111 failed, 1 retrying.\n')
  const letters = await operator(['jobs', 'send-notice-letter'])
  expect(letters.output.match(/'send-notice-letter'/g)).toHaveLength(50)
  expect(letters.output).toContain('51 failed, 0 retrying. These are the newest 50.\n')
  expect((await operator(['jobs', 'complete-bookings'])).output).toContain(
    '0 failed, 0 retrying.\n',
  )
  await emptyQueue(server.db)
})

// rule: vault-keys, ssn-sealed
test('keys are rotated with those of the server that started last, and with no other', async () => {
  const key = randomBytes(32).toString('base64')
  const vaultKeys = await loadVaultKeys({ ...server.context.config, vaultKeys: `new:${key}` })
  await rememberSettings({ ...server.context, vaultKeys })
  for (const command of ['vault', 'verify']) {
    expect(await operator([command, 'rotate-keys', ...REASON])).toEqual({
      code: 1,
      output:
        'The server ran with other settings: VAULT_KEYS. Start it, or set the same ones here. Nothing was encrypted again.\n',
    })
  }
  await rememberSettings(server.context)
  for (const command of ['vault', 'verify'])
    expect((await operator([command, 'rotate-keys', ...REASON])).output).toMatch(/^Encrypted again/)
  await server.db.deleteFrom('server_settings').execute()
})

// rule: operator-commands, audit-log
test('the operator checks the audit log: how many entries, unbroken, and the newest hash', async () => {
  const client = await buildClient(server)
  await endSessions(server.context, client.id, { reason: 'a mistake of ours', doneBy: 'olga' })
  const { seq, hash } = await auditHead(server.db)
  expect(await operator(['audit', 'verify'])).toEqual({
    code: 0,
    output: `${seq} entries, unbroken, head ${hash}\n`,
  })
  await sql`alter table audit_texts disable trigger audit_texts_unchanged`.execute(server.db)
  const change = (from: string, to: string) =>
    sql`update audit_texts set note = replace(note, ${from}, ${to}) where seq = ${seq}`.execute(
      server.db,
    )
  await change('ours', 'yours')
  expect(await operator(['audit', 'verify'])).toEqual({ code: 1, output: `Broken at ${seq}.\n` })
  await change('yours', 'ours')
  await sql`alter table audit_texts enable trigger audit_texts_unchanged`.execute(server.db)
})

// rule: operator-commands, operator-frees-number
test('the operator frees the number of an approved check, and the professional can send another one', async () => {
  const ana = await buildProfessional(server)
  const caller = await as(server, ana)
  const submit = (social_security_number: string) =>
    caller.put('/api/professional/update-profile', { user_id: ana.id, social_security_number })
  expect((await submit('234567891')).body.auto_verified).toBe(true)
  expect((await submit('234567892')).body.code).toBe('ssn_verified')
  expect(await operator(['verify', 'free', ana.id, ...REASON])).toEqual({
    code: 0,
    output: 'The number is free. The professional can send another one.\n',
  })
  expect(await auditEntries(server, ana)).toMatchObject([{ action: 'withdraw', note: REASON[1] }])
  expect((await submit('234567892')).body.auto_verified).toBe(true)
})

// rule: operator-commands, suspension
test('the operator suspends a person, and restores them', async () => {
  const client = await buildClient(server)
  const suspend = ['suspend', client.id, ...REASON]
  expect((await operator(suspend)).output).toBe(
    'Suspended. Bookings ended: 0. Visits that stay: 0.\n',
  )
  expect((await operator(suspend)).output).toBe('This account is suspended already.\n')
  const caller = await as(server, client)
  expect((await caller.get(`/api/bookings/client/${client.id}`)).status).toBe(200)
  expect((await caller.get(`/api/chat/conversations/${client.id}`)).status).toBe(403)
  const restore = ['restore', client.id, ...REASON]
  expect((await operator(restore)).output).toBe('Restored.\n')
  expect((await operator(restore)).output).toBe('This account is not suspended.\n')
  expect((await caller.get(`/api/chat/conversations/${client.id}`)).status).toBe(200)
})

// rule: two-operators
test('a refund that waits for a second operator is decided by another one, and says why it is not', async () => {
  const professional = await buildProfessional(server)
  await payAndReturn(server, professional, 'lead')
  const payment = await server.db
    .selectFrom('payments')
    .select(['id', 'number'])
    .where('professional_id', '=', professional.id)
    .executeTakeFirstOrThrow()
  await sql`
    with before as (
      insert into payments (professional_id, kind, amount_cents, billed_to, provider, provider_payment_id, status, created_at, paid_at)
      values (${professional.id}, 'lead', 3000, 'x', 'simulated', 'pi_before', 'refunded', now(), now()) returning id
    )
    insert into provider_tasks (kind, subject, ordered_at) select 'refund-payment', id, now() from before`.execute(
    server.db,
  )
  const asked = await operator(['refund', `L-${payment.number}`, ...REASON])
  const [, waiting = ''] =
    /^Waits for a second operator: (\S+)\. Nothing has happened yet\.\n$/.exec(asked.output) ?? []
  expect((await operator(['approvals'])).output).toContain('1 waiting.')
  const decide = async (what: string, approval = waiting) =>
    (await operator(['approvals', what, approval, ...REASON])).output
  const change = (query: RawBuilder<unknown>) => query.execute(server.db)
  expect(await decide('approve')).toBe('Another operator has to decide this.\n')
  expect(await decide('approve', professional.id)).toBe('Nothing waits under this id.\n')
  await change(sql`update approvals set asked_by = 'cli:somebody-else'`)
  await change(sql`update payments set refund_reason = 'twice' where id = ${payment.id}`)
  expect(await decide('approve')).toBe('This payment is being refunded already.\n')
  await change(
    sql`update payments set refund_reason = null, status = 'disputed' where id = ${payment.id}`,
  )
  expect(await decide('approve')).toBe('This payment cannot be refunded any more.\n')
  await change(sql`update payments set status = 'paid' where id = ${payment.id}`)
  expect(await decide('approve')).toBe('Approved.\n')
  expect(await decide('refuse')).toBe('This was decided already, or its time is over.\n')
  const { status } = await server.db
    .selectFrom('payments')
    .select('status')
    .where('id', '=', payment.id)
    .executeTakeFirstOrThrow()
  expect(status).toBe('refunded')
})
