// rule: settings
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createContext } from '#server/compose.ts'
import { readConfig } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { newKey } from '#server/settings/sealing-keys.ts'
import { joinInstallation, requireKeys } from './installation.ts'
import { Presence } from '#server/queue/presence.ts'
import { COMMAND_MS, runProgram } from '#server/test/processes/run-program.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

const KEYS = { hash: newKey(), one: newKey(), two: newKey(), other: newKey() }
const OTHER_HASH =
  'VERIFICATION_KEYS has another key `hash` than the one that this database was begun with. Set that one: it never changes.'
const lacks = (name: string) =>
  `${name} lacks the key with which this database encrypts. Add the one that stands first in the processes that run, or in the file of DATA_DIR where it was made.`
const differs = (name: string) =>
  `${name} has another value than in the processes that run on this database. Set the same one, or end those processes first.`
const OTHER_PICTURES =
  'DATA_DIR leads to other stored pictures than in the processes that run on this database. Set the same one, or end those processes first.'

let server: TestServer
let folder: string
beforeAll(async () => {
  server = await testServer()
  folder = await mkdtemp(join(tmpdir(), 'lustra-installation-'))
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

const joined: { context: Context & { close(): Promise<void> }; presence: Presence }[] = []
afterEach(async () => {
  await endAll()
  await server.db.deleteFrom('installation').execute()
})

async function endAll(): Promise<void> {
  for (const { context, presence } of joined.splice(0)) {
    await presence.end()
    await context.close()
  }
}

const SETTINGS = {
  PUBLIC_ORIGIN: 'https://lustra.example',
  VAULT_KEYS: `one:${KEYS.one}`,
  VERIFICATION_KEYS: `hash:${KEYS.hash},one:${KEYS.one}`,
}

/** A process with these settings joins, and runs until the test's end. Returns why it is refused, or 'joined'. */
async function joinWith(settings: Record<string, string> = {}): Promise<string> {
  const config = readConfig({ DATA_DIR: join(folder, 'data'), ...SETTINGS, ...settings })
  const context = await createContext(config, server.requestUrl, {
    logLevel: 'silent',
    places: server.context.places,
  })
  const presence = new Presence(context.direct)
  joined.push({ context, presence })
  return joinInstallation(context, presence).then(
    () => 'joined',
    async (error: unknown) => {
      await presence.end()
      return (error as Error).message
    },
  )
}
const stored = () => server.db.selectFrom('installation').selectAll().executeTakeFirstOrThrow()

test('keys that differ are refused, alone too; a newer key may come first, and then it is needed', async () => {
  const rotated = { VAULT_KEYS: `two:${KEYS.two},one:${KEYS.one}` }
  expect(await joinWith()).toBe('joined')
  await endAll()
  const row = await stored()
  for (const key of Object.values(KEYS)) expect(JSON.stringify(row)).not.toContain(key)
  const withKey = (key: string) => `hash:${KEYS.hash},one:${key}`
  expect([
    await joinWith({ VAULT_KEYS: `one:${KEYS.other}` }),
    await joinWith({ VAULT_KEYS: `other:${KEYS.one}` }),
    await joinWith({ VERIFICATION_KEYS: withKey(KEYS.other) }),
    await joinWith({ VERIFICATION_KEYS: `hash:${KEYS.other},one:${KEYS.one}` }),
  ]).toEqual([lacks('VAULT_KEYS'), lacks('VAULT_KEYS'), lacks('VERIFICATION_KEYS'), OTHER_HASH])
  expect(await stored()).toEqual(row)
  expect(await joinWith(rotated)).toBe('joined')
  expect(await joinWith()).toBe(lacks('VAULT_KEYS'))
  expect(await joinWith({ VAULT_KEYS: `two:${KEYS.two}` })).toBe('joined')
  await expect(requireKeys(joined[0]!.context)).rejects.toThrow(lacks('VAULT_KEYS'))
})

test('other origins, payments and push keys are refused while a process runs, and taken when none does', async () => {
  const vapid = {
    VAPID_PUBLIC_KEY:
      'BEl62iUYgUivxIkv69yViEuiBIa-Ib9-SkvMeAtA3LFgDzkrxZJjSgSnfckjBJuBkr3qBUYIHBQFLXYp5Nksh8U',
    VAPID_PRIVATE_KEY: 'UUxI4O8-FbRouAevSmBQ6o18hgE4nSG3qwvJTfKc-ls',
  }
  const stripe = {
    PAYMENTS: 'stripe',
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
  }
  const others: [string, Record<string, string>][] = [
    ['PUBLIC_ORIGIN', { PUBLIC_ORIGIN: 'https://other.example' }],
    ['OPERATOR_ORIGIN', { OPERATOR_ORIGIN: 'https://console.lustra.example' }],
    ['PAYMENTS', stripe],
    ['VAPID_PUBLIC_KEY', vapid],
  ]
  expect(await joinWith()).toBe('joined')
  for (const [name, settings] of others) expect(await joinWith(settings)).toBe(differs(name))
  await endAll()
  for (const [, settings] of others) {
    expect(await joinWith(settings)).toBe('joined')
    await endAll()
  }
})

test('of two that start at once with different origins, one wins; ports of this machine are no difference', async () => {
  const origins = ['https://one.example', 'https://two.example']
  const outcomes = await Promise.all(origins.map((origin) => joinWith({ PUBLIC_ORIGIN: origin })))
  expect(outcomes.toSorted()).toEqual([differs('PUBLIC_ORIGIN'), 'joined'])
  await endAll()
  expect(await joinWith({ PUBLIC_ORIGIN: 'http://localhost:3000' })).toBe('joined')
  expect(await joinWith({ PUBLIC_ORIGIN: 'http://localhost:3001' })).toBe('joined')
})

test('other pictures are refused while a process runs, however their address is written', async () => {
  const own = { DATA_DIR: join(folder, 'data') }
  const elsewhere = { DATA_DIR: join(folder, 'elsewhere') }
  const first = await Promise.all([joinWith(own), joinWith(own)])
  expect(first).toEqual(['joined', 'joined'])
  expect(await joinWith({ DATA_DIR: `${folder}/elsewhere/../data/` })).toBe('joined')
  await mkdir(elsewhere.DATA_DIR)
  const pair = 'vapid-keys.json'
  await cp(join(own.DATA_DIR, pair), join(elsewhere.DATA_DIR, pair))
  expect(await joinWith(elsewhere)).toBe(OTHER_PICTURES)
  const { storage_id: before } = await stored()
  await endAll()
  expect(await joinWith(elsewhere)).toBe('joined')
  expect((await stored()).storage_id).not.toBe(before)
})

test(
  'a process with other keys ends at its start with one line',
  async () => {
    const origin = { PUBLIC_ORIGIN: 'http://localhost:3000' }
    expect(await joinWith(origin)).toBe('joined')
    const key = `one:${KEYS.other}`
    const other = { ...SETTINGS, ...origin, VAULT_KEYS: key, PORT: '0', DEMO: 'off' }
    const started = await runProgram(server, 'test/processes/embedded-server-process.ts', [], other)
    expect(started).toEqual({ code: 1, output: `${lacks('VAULT_KEYS')}\n` })
  },
  COMMAND_MS,
)
