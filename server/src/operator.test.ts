// rule: operator-commands
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildProfessional } from './test/build.ts'
import { COMMAND_MS, runProgram } from './test/run-program.ts'
import { testServer } from './test/server.ts'
import type { TestServer } from './test/server.ts'

const NOBODY = 'nobody@example.com'
const NO_PROFESSIONAL = 'No professional has this email or id.\n'
const NO_REASON = 'Say why, with --reason.\n'
const NO_INVOICE = 'There is no paid invoice with this number.\n'
const NO_REPORT = 'There is no open report with this number.\n'
const CREDITS = 'Give the number of credits, from 1 to 1000.\n'
const REASON = ['--reason', 'a mistake of ours']

let server: TestServer
let id: string
beforeAll(async () => {
  server = await testServer()
  ;({ id } = await buildProfessional(server, { credits: 0 }))
})
afterAll(() => server.close())

const operator = (args: string[]) =>
  runProgram(
    server,
    'operator.ts',
    args.map((part) => (part === 'ID' ? id : part)),
  )

test.each<[string[], string]>([
  [['ledger', NOBODY], NO_PROFESSIONAL],
  [['payments', NOBODY], NO_PROFESSIONAL],
  [['grant', 'ID', '1001', ...REASON], CREDITS],
  [['grant', 'ID', '3', '--reason', ' '], NO_REASON],
  [['grant', NOBODY, '3', ...REASON], NO_PROFESSIONAL],
  [['refund', 'L-12'], NO_REASON],
  [['refund', 'L-12', ...REASON], NO_INVOICE],
  [['refund', 'twelve', ...REASON], NO_INVOICE],
  [['reports', 'close', '7'], NO_REASON],
  [['reports', 'close', '7', ...REASON], NO_REPORT],
  [['verify', 'approve', NOBODY], NO_PROFESSIONAL],
  [['verify', 'reject', 'ID'], 'This professional has not entered a number.\n'],
  [['verify', 'reveal', 'ID'], NO_REASON],
  [['verify', 'reveal', 'ID', ...REASON], 'A number is shown on a terminal alone.\n'],
])(
  'operator %j is refused with one line, and nothing is written',
  async (args, line) => {
    expect(await operator(args)).toEqual({ code: 1, output: line })
    const { rows } = await sql<{ count: number }>`
      select ((select count(*) from operator_deeds) + (select count(*) from lead_ledger))::int as count`.execute(
      server.db,
    )
    expect(rows).toEqual([{ count: 0 }])
  },
  COMMAND_MS,
)

test.each([
  [[]],
  [['sleep']],
  [['toString']],
  [['verify', 'accept', NOBODY]],
  [['reports', 'open']],
])(
  'operator %j is refused with the list of commands',
  async (args) => {
    const { code, output } = await operator(args)
    expect(code).toBe(1)
    for (const command of ['ledger', 'payments', 'grant', 'refund', 'reports', 'verify'])
      expect(output).toContain(`\n  ${command} `)
  },
  COMMAND_MS,
)

test(
  'the operator grants credits only with a reason, and sees them in the ledger',
  async () => {
    const granted = await buildProfessional(server, { credits: 0 })
    const refused = await operator(['grant', granted.id, '3'])
    expect([refused.code, refused.output]).toEqual([1, 'Say why, with --reason.\n'])
    const done = await operator(['grant', granted.id, '3', ...REASON])
    expect(done).toEqual({ code: 0, output: 'Granted 3.\n' })
    const ledger = await operator(['ledger', granted.id])
    expect(ledger.output).toContain('3 credits left, 0 leads waiting.')
  },
  COMMAND_MS,
)
