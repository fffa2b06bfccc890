// rule: settings, encrypted-connections
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { StartupProblem } from './startup-problem.ts'
import { certificateFiles, selfSigned } from '#server/test/processes/certificates.ts'
import { SECRETS } from './secret-files.ts'

const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_ORIGIN: 'https://lustra.example',
  MAIL_URL: 'smtp://mail.lustra.example',
  ALLOW_SIMULATED_PAYMENTS: 'yes',
}
const DATABASE =
  'DATABASE_URL needs sslmode=verify-full in production, unless the database is on this machine; sslrootcert=FILE names a certificate authority of your own.'
const BUCKET =
  'FILES_URL needs an endpoint that begins with https:// in production, unless it is on this machine.'
const LISTENING =
  'HOST has to be 127.0.0.1 in production without TLS_CERT_FILE and TLS_KEY_FILE; ALLOW_PLAIN_HTTP=yes says that another layer encrypts.'

let folder: string
let tls: Awaited<ReturnType<typeof certificateFiles>>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lustra-secrets-'))
  tls = await certificateFiles('127.0.0.1')
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await rm(tls.folder, { recursive: true })
})

async function secretFile(text: string, mode = 0o400): Promise<string> {
  const path = join(folder, `secret-${Math.random()}`)
  await writeFile(path, text)
  await chmod(path, mode)
  return path
}

function problemOf(env: Record<string, string>): unknown {
  try {
    readConfig(env)
    return undefined
  } catch (error) {
    return error instanceof StartupProblem ? error.message : error
  }
}

test.each<[Record<string, string>, string | undefined]>([
  [{ DATABASE_URL: 'postgres://u:p@db.example/lustra' }, DATABASE],
  [{ DATABASE_URL: 'postgres://u:p@db.example/lustra?sslmode=require' }, DATABASE],
  [{ DATABASE_URL: 'postgres://u:p@db.example/lustra?sslmode=no-verify' }, DATABASE],
  [{ DATABASE_URL: 'postgres://u:p@db.example/l?sslmode=verify-full&ssl=0' }, DATABASE],
  [{ DATABASE_URL: 'postgres://u:p@db.example/l?sslmode=verify-full&sslmode=disable' }, DATABASE],
  [{ DATABASE_URL: 'postgres://u:p@localhost/lustra?host=db.example' }, DATABASE],
  [{ DATABASE_URL: 'postgres:///lustra', PGHOST: 'db.example' }, DATABASE],
  [
    {
      DATABASE_URL: 'postgres://u:p@localhost/lustra',
      DATABASE_MIGRATE_URL: 'postgres://o:p@10.0.0.5/lustra',
    },
    DATABASE.replace('DATABASE_URL', 'DATABASE_MIGRATE_URL'),
  ],
  [
    {
      DATABASE_URL: 'postgres://u:p@localhost/lustra',
      DATABASE_READ_URL: 'postgres://u:p@10.0.0.5/lustra',
    },
    DATABASE.replace('DATABASE_URL', 'DATABASE_READ_URL'),
  ],
  [{ DATABASE_URL: 'postgres://u:p@db.example/lustra?sslmode=verify-full' }, undefined],
  [{ DATABASE_URL: 'postgres://u:p@127.0.0.1:5433/lustra' }, undefined],
  [{ DATABASE_URL: 'postgres://u:p@[::1]/lustra' }, undefined],
  [{ DATABASE_URL: 'postgres:///lustra?host=/run/postgresql' }, undefined],
  [
    { MAIL_URL: 'smtp://mail.example?tls.rejectUnauthorized=false' },
    'MAIL_URL may not change how letters are encrypted in production.',
  ],
  [
    { MAIL_URL: 'smtp://mail.example?ignoreTLS=true' },
    'MAIL_URL may not change how letters are encrypted in production.',
  ],
  [{ MAIL_URL: 'smtps://mail.example?pool=true' }, undefined],
  [{ FILES_URL: 's3://bucket/?endpoint=http://minio.example:9000' }, BUCKET],
  [{ FILES_URL: 's3://bucket/?endpoint=https://minio.example:9000' }, undefined],
  [{ FILES_URL: 's3://bucket/?endpoint=http://127.0.0.1:9000' }, undefined],
  [{ HOST: '0.0.0.0' }, LISTENING],
  [{ HOST: '192.0.2.1', ALLOW_PLAIN_HTTP: '' }, LISTENING],
  [{ HOST: '0.0.0.0', ALLOW_PLAIN_HTTP: 'yes' }, undefined],
  [{ HOST: '::1' }, undefined],
])('in production %j is answered with %j', (env, line) => {
  expect(problemOf({ ...PRODUCTION, ...env })).toBe(line)
  // Elsewhere a database or a mail server of the network at home is fine.
  expect(problemOf(env)).toBeUndefined()
})

// rule: process-roles
test('ROLES names what a process does, and a part needs a database of its own', () => {
  const roles = 'ROLES has to be some of web, jobs, pictures and migrate, with commas between them.'
  const url = 'postgres://127.0.0.1/lustra'
  expect(problemOf({ ROLES: 'web,hidden', DATABASE_URL: url })).toBe(roles)
  expect(problemOf({ ROLES: ',', DATABASE_URL: url })).toBe(roles)
  expect(problemOf({ ROLES: 'web,jobs' })).toBe(
    'ROLES needs DATABASE_URL: the embedded database belongs to one process, which does everything.',
  )
  expect([...readConfig({ ROLES: 'jobs, web', DATABASE_URL: url }).roles]).toEqual(['web', 'jobs'])
  expect(readConfig({ ROLES: 'migrate,pictures,jobs,web' }).roles).toEqual(readConfig({}).roles)
})

test('a certificate and its key are set together, and match', async () => {
  const { certFile, keyFile } = tls
  const other = await selfSigned('127.0.0.1')
  const otherKey = await secretFile(other.key)
  const together = 'TLS_CERT_FILE and TLS_KEY_FILE have to be set together.'
  const matching = 'TLS_CERT_FILE and TLS_KEY_FILE have to name a certificate and its key, in PEM.'
  const of = (cert: string, key: string) => ({ TLS_CERT_FILE: cert, TLS_KEY_FILE: key })
  expect(problemOf(of(certFile, ''))).toBe(together)
  expect(problemOf(of('', keyFile))).toBe(together)
  expect(problemOf(of(certFile, otherKey))).toBe(matching)
  expect(problemOf(of(certFile, '/nowhere'))).toBe(matching)
  expect(problemOf({ ...PRODUCTION, HOST: '0.0.0.0', ...of(certFile, keyFile) })).toBeUndefined()
  expect(readConfig(of(certFile, keyFile)).certificate).toEqual({ certFile, keyFile })
})

test('each secret can be in a file, with or without a line break at its end', async () => {
  const url = 'postgres://lustra:secret@127.0.0.1/lustra'
  expect(readConfig({ DATABASE_URL_FILE: await secretFile(`${url}\n`) }).databaseUrl).toBe(url)
  const keys = { VAULT_KEYS_FILE: await secretFile('new:secret') }
  expect(readConfig(keys).vaultKeys).toBe('new:secret')
})

test.each(SECRETS)('a wrong file of %s is one line without its path and its text', async (name) => {
  const file = (path: string) => ({ [`${name}_FILE`]: path })
  expect(problemOf(file('/nowhere/hidden'))).toBe(
    `${name}_FILE has to name a file that this user may read.`,
  )
  expect(problemOf(file(await secretFile('\n')))).toBe(
    `${name}_FILE names a file that is empty or larger than 64 kB.`,
  )
  expect(problemOf(file(await secretFile('hidden', 0o444)))).toBe(
    `${name}_FILE names a file that every user of this machine may read. Set its mode to 0400.`,
  )
  expect(problemOf({ ...file(await secretFile('hidden')), [name]: 'hidden' })).toBe(
    `Set ${name} or ${name}_FILE, not both.`,
  )
})
