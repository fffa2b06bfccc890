// rule: access-details
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AUSTIN_HOME } from '#server/test/builders/booking.ts'
import { auditEntries } from '#server/test/audit.ts'
import { buildClient } from '#server/test/builders/build.ts'
import { as } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import { sealValue, unsealValue } from './seal-access.ts'
import { rotateVaultKeys } from './rotate-vault-keys.ts'
import { loadVaultKeys } from './vault-keys.ts'

const key = () => randomBytes(32).toString('base64')
const [OLD, NEW] = [key(), key()]
const [HOME, OTHER] = ['0198-home', '0198-other']

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'lustra-vault-'))
})
afterAll(() => rm(dataDir, { recursive: true }))

const keysOf = (vaultKeys: string | undefined, production = true) =>
  loadVaultKeys({ vaultKeys, production, dataDir })

test('production needs keys, and wrong ones are refused without showing them', async () => {
  await expect(keysOf(undefined)).rejects.toThrow(/VAULT_KEYS is missing.*openssl/)
  for (const wrong of [OLD, 'old:short', `old:${OLD},old:${NEW}`, ' , ']) {
    const problem = await keysOf(wrong).catch(String)
    expect(problem).toMatch(/VAULT_KEYS has to be/)
    for (const secret of [OLD, NEW]) expect(problem).not.toContain(secret)
  }
})

test('a demo creates one key, which only its user can read', async () => {
  const all = await Promise.all(Array.from({ length: 4 }, () => keysOf(undefined, false)))
  const exported = all.map(({ byName }) => byName.get('first')?.export().toString('hex'))
  expect(new Set(exported).size).toBe(1)
  const file = join(dataDir, 'vault-keys')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await readFile(file, 'utf8')).toMatch(/^first:\S+\n$/)
})

test('every sealed value has one size, differs each time, and opens only at its home, field and key, unchanged', async () => {
  const keys = await keysOf(`new:${NEW},old:${OLD}`)
  const place = { homeId: HOME, field: 'door_code' } as const
  for (const value of ['', '1', 'Porta às 9 horas ☂', '€'.repeat(500), '🔑'.repeat(250)]) {
    const sealed = sealValue(keys, place, value)
    expect([sealed.key_id, sealed.sealed.length]).toEqual(['new', 1564])
    expect(unsealValue(keys, place, sealed)).toBe(value)
  }
  const sealed = sealValue(keys, place, '4711')
  expect(sealValue(keys, place, '4711').sealed.equals(sealed.sealed)).toBe(false)
  const changed = Buffer.from(sealed.sealed)
  changed[900]! ^= 1
  for (const [at, what] of [
    [{ ...place, homeId: OTHER }, sealed],
    [{ ...place, field: 'alarm' }, sealed],
    [place, { ...sealed, key_id: 'old' }],
    [place, { ...sealed, sealed: changed }],
  ] as const) {
    expect(() => unsealValue(keys, at, what)).toThrow(/authenticate/)
  }
  expect(() => unsealValue(keys, place, { ...sealed, key_id: 'lost' })).toThrow(
    'VAULT_KEYS lacks the key lost',
  )
})

test('rotation encrypts the values under the newest key, and the older one is not needed', async () => {
  const server = await testServer({ VAULT_KEYS: `old:${OLD}` })
  const client = await buildClient(server)
  const caller = await as(server, client)
  const { home } = (await caller.post('/api/homes', AUSTIN_HOME)).body
  await caller.put(`/api/homes/${home.id}/access`, { door_code: '4711', alarm: '0815' })
  const context = { ...server.context, vaultKeys: await keysOf(`new:${NEW},old:${OLD}`) }
  expect(await rotateVaultKeys(context, { doneBy: 'olga', reason: 'yearly' })).toBe(2)
  expect(await rotateVaultKeys(context, { doneBy: 'olga', reason: 'yearly' })).toBe(0)

  const rows = await server.db.selectFrom('access_values').selectAll().orderBy('field').execute()
  const newest = await keysOf(`new:${NEW}`)
  expect(
    rows.map((row) => [
      row.key_id,
      unsealValue(newest, { homeId: home.id, field: row.field as 'alarm' }, row),
    ]),
  ).toEqual([
    ['new', '0815'],
    ['new', '4711'],
  ])
  expect(await auditEntries(server)).toMatchObject([
    { action: 'access_sealed_anew', subject_id: home.id, after: { values: 2, to: 'new' } },
  ])
  await server.close()
})
