// rule: operator-commands
import { randomBytes } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditEntries } from './test/audit.ts'
import { buildProfessional } from '#server/test/builders/build.ts'
import { as } from './test/call.ts'
import { operate } from './operator-commands.ts'
import { loadVaultKeys } from '#server/visits/access/vault-keys.ts'
import { rememberSettings } from '#server/start/server-settings.ts'
import { StartupProblem } from '#server/settings/startup-problem.ts'
import { COMMAND_MS, runProgram } from '#server/test/processes/run-program.ts'
import { testServer } from './test/server.ts'
import type { TestServer } from './test/server.ts'

const NOBODY = 'nobody@example.com'
const NO_PROFESSIONAL = 'No professional has this email or id.\n'
const NO_REASON = 'Say why, with --reason.\n'
const REASON = ['--reason', 'a mistake of ours']

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
    expect(await runProgram(server, 'operator.ts', ['failures'])).toEqual(
      await operator(['failures']),
    )
    const args = ['verify', 'free', NOBODY, ...REASON]
    const refused = await operator(args)
    expect(refused.code).toBe(1)
    expect(await runProgram(server, 'operator.ts', args)).toEqual(refused)
  },
  COMMAND_MS * 2,
)

test.each<[string[], string]>([
  [['verify', 'free', 'ID'], NO_REASON],
  [['verify', 'free', NOBODY, ...REASON], NO_PROFESSIONAL],
  [['verify', 'free', 'ID', ...REASON], 'This professional has no approved check.\n'],
  [['verify', 'rotate-keys'], NO_REASON],
  [['vault', 'rotate-keys'], NO_REASON],
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
  [['failures', '--why', 'a mistake']],
  [['failures', '--reason']],
  [['ledger', NOBODY]],
  [['verify']],
  [['verify', 'approve', NOBODY]],
  [['jobs']],
])('operator %j is refused with the list of commands', async (args) => {
  const { code, output } = await operator(args)
  expect(code).toBe(1)
  for (const command of ['failures', 'operators', 'verify'])
    expect(output).toContain(`\n  ${command} `)
})

// rule: access-details, ssn-secrecy
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

// rule: operator-commands, ssn-unique
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
