// rule: ssn-secrecy
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditEntries } from '#server/test/audit.ts'
import { buildProfessional } from '#server/test/builders/build.ts'
import { as } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { loadKeys } from '#server/settings/sealing-keys.ts'
import { rotateKeys } from './rotate-keys.ts'
import { hashOf, seal, unseal } from './seal.ts'

const key = () => randomBytes(32).toString('base64')
const HASH = key()
const OLD = key()
const NEW = key()
const [ANA, BEA] = ['0198-ana', '0198-bea']
const NUMBER = '234567891'

let server: TestServer
let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'lustra-keys-'))
  server = await testServer({
    VERIFICATION_MODE: 'manual',
    VERIFICATION_KEYS: `hash:${HASH},old:${OLD}`,
  })
})
afterAll(async () => {
  await server.close()
  await rm(dataDir, { recursive: true })
})

const keysOf = (verificationKeys: string) =>
  loadKeys({ verificationKeys, production: true, dataDir })

test('production does not start without keys, and the message says what to set', async () => {
  const withoutKeys = { verificationKeys: undefined, production: true, dataDir }
  await expect(loadKeys(withoutKeys)).rejects.toThrow(/VERIFICATION_KEYS is missing.*openssl/)
})

test('invalid keys are refused without showing any of them', async () => {
  for (const invalid of [`hash:${HASH}`, `old:${OLD}`, `hash:${HASH},old:short`, OLD]) {
    const problem = await keysOf(invalid).catch(String)
    expect(problem).toMatch(/VERIFICATION_KEYS has to be/)
    for (const secret of [HASH, OLD]) expect(problem).not.toContain(secret)
  }
})

test('a demo creates its keys once, readable only by its user, also when many processes start at once', async () => {
  const demoConfig = {
    verificationKeys: undefined,
    production: false,
    dataDir: join(dataDir, 'demo'),
  }
  const all = await Promise.all(Array.from({ length: 8 }, () => loadKeys(demoConfig)))
  const hashes = all.map((keys) => hashOf(keys, NUMBER).toString('hex'))
  expect(new Set(hashes).size).toBe(1)
  const file = join(dataDir, 'demo', 'verification-keys')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await readFile(file, 'utf8')).toMatch(/^hash:\S+\nfirst:\S+\n$/)
})

test('an encrypted number opens only for its owner, with its key and unchanged', async () => {
  const keys = await keysOf(`hash:${HASH},new:${NEW},old:${OLD}`)
  const sealed = seal(keys, ANA, NUMBER)
  expect(sealed.key_id).toBe('new')
  expect(unseal(keys, ANA, sealed)).toBe(NUMBER)
  expect(() => unseal(keys, BEA, sealed)).toThrow(/authenticate/)
  expect(() => unseal(keys, ANA, { ...sealed, key_id: 'old' })).toThrow(/authenticate/)
  expect(() => unseal(keys, ANA, { ...sealed, key_id: 'lost' })).toThrow(/lacks the key lost/)
  const changed = Buffer.from(sealed.ssn_sealed)
  changed[30]! ^= 1
  expect(() => unseal(keys, ANA, { ...sealed, ssn_sealed: changed })).toThrow(/authenticate/)
  expect(seal(keys, ANA, NUMBER).ssn_sealed.equals(sealed.ssn_sealed)).toBe(false)
})

test('rotation encrypts numbers under the newest key; they are still recognised, and the older key is not needed', async () => {
  const ana = await buildProfessional(server)
  const body = { user_id: ana.id, social_security_number: NUMBER }
  await (await as(server, ana)).put('/api/professional/update-profile', body)
  const context = {
    ...server.context,
    verificationKeys: await keysOf(`hash:${HASH},new:${NEW},old:${OLD}`),
  }
  expect(await rotateKeys(context, { doneBy: 'olga', reason: 'yearly' })).toBe(1)
  expect(await rotateKeys(context, { doneBy: 'olga', reason: 'yearly' })).toBe(0)

  const row = await server.db
    .selectFrom('verifications')
    .select(['key_id', 'ssn_sealed', 'ssn_hash'])
    .where('professional_id', '=', ana.id)
    .executeTakeFirstOrThrow()
  const newest = await keysOf(`hash:${HASH},new:${NEW}`)
  const sealed = { key_id: row.key_id!, ssn_sealed: row.ssn_sealed! }
  expect([row.key_id, unseal(newest, ana.id, sealed)]).toEqual(['new', NUMBER])
  expect(row.ssn_hash.equals(hashOf(newest, NUMBER))).toBe(true)
  expect(await auditEntries(server)).toMatchObject([
    { action: 'number_sealed_anew', subject_id: ana.id, after: { from: 'old', to: 'new' } },
  ])
})
