// rule: demo-world, settings
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasDemoWorld } from '#server/start/demo-world.ts'
import { COMMAND_MS, runProgram } from '#server/test/processes/run-program.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { startAndStop } from '#server/test/processes/start-and-stop.ts'
import { DEMO_PEOPLE } from './market/demo-people.ts'
import { fillDemoWorld } from './world.ts'

const OPEN =
  'This database has the demo world, whose passwords everybody knows: at an address that others reach it needs DEMO=on.'
const OTHERS = { PUBLIC_ORIGIN: 'http://lustra.example' }

let server: TestServer
let ofServer: Record<string, string>
beforeAll(async () => {
  server = await testServer()
  await fillDemoWorld(server.context, { professionals: 6 })
  ofServer = { DATABASE_URL: server.url, DATA_DIR: server.context.config.dataDir }
}, COMMAND_MS)
afterAll(() => server.close())

test.each([
  ['PUBLIC_ORIGIN', OTHERS],
  ['HOST', { HOST: '0.0.0.0' }],
])(
  'a database with the demo world is not served where others reach it by %s',
  async (_setting, settings) => {
    expect(await startAndStop({ ...ofServer, ...settings })).toEqual({ code: 1, lines: [OPEN] })
  },
  COMMAND_MS,
)

test(
  'DEMO=on serves the demo world where others reach it',
  async () => {
    const { code, lines } = await startAndStop({ ...ofServer, ...OTHERS, DEMO: 'on' })
    expect(code).toBe(0)
    expect(lines.join('\n')).toContain(DEMO_PEOPLE.maya.email)
  },
  COMMAND_MS,
)

test(
  'an empty database is not filled with the demo world where others reach the server',
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'lustra-open-'))
    const { code, lines } = await startAndStop({ DATA_DIR: dataDir, ...OTHERS })
    await rm(dataDir, { recursive: true })
    expect(code).toBe(0)
    expect(lines.join('\n')).not.toMatch(/demo/i)
  },
  COMMAND_MS,
)

test(
  'the command that fills the demo world refuses an address that others reach',
  async () => {
    const empty = await testServer()
    const refused = await runProgram(empty, '../demo/fill.ts', [], OTHERS)
    expect(refused).toEqual({
      code: 1,
      output:
        'The demo world comes neither to production nor to an address that others reach, unless DEMO=on asks for it.\n',
    })
    expect(await hasDemoWorld(empty.db)).toBe(false)
    await empty.close()
  },
  COMMAND_MS,
)

test(
  'a public https address without NODE_ENV=production ends the start with one line',
  async () => {
    const settings = { ...ofServer, PUBLIC_ORIGIN: 'https://lustra.example', DEMO: 'on' }
    expect(await startAndStop(settings)).toEqual({
      code: 1,
      lines: [
        'PUBLIC_ORIGIN is an https address that others reach: NODE_ENV=production has to be set.',
      ],
    })
  },
  COMMAND_MS,
)

test('the demo world is recognized by each of its named people', async () => {
  const emails = Object.values(DEMO_PEOPLE).map(({ email }) => email)
  const rename = (from: string, to: string) =>
    server.db.updateTable('users').set({ email: to }).where('email', '=', from).execute()
  for (const email of emails) await rename(email, `former.${email}`)
  expect(await hasDemoWorld(server.db)).toBe(false)
  for (const email of emails) {
    await rename(`former.${email}`, email)
    expect(await hasDemoWorld(server.db)).toBe(true)
    await rename(email, `former.${email}`)
  }
})
