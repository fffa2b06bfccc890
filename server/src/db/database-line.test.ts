// rule: start, migrations
import { randomBytes } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { prepareDatabase } from '#server/start/prepare-database.ts'
import { problemLine } from '#server/start/problem-line.ts'
import { certificateFiles } from '#server/test/processes/certificates.ts'
import { databaseOn } from '#server/test/statements.ts'

/** The pg_hba.conf of a server that was given to the tests stays as it is. */
const isOwnServer = !process.env['TEST_DATABASE_URL']
const NAME = `lustra_lines_${randomBytes(6).toString('hex')}`
const OLD = `${NAME}_old`
const OWN = `${NAME}_own`

let admin: pg.Client
let hbaLines: string
const { url } = inject('postgres')
beforeAll(async () => {
  admin = new pg.Client(url)
  await admin.connect()
  await admin.query(`create role ${NAME} login password 'hidden'`)
  await admin.query(`create database ${NAME}`)
  await admin.query(`create database ${OLD}`)
  await admin.query(`create database ${OWN} owner ${NAME}`)
  await pretendOld()
  if (!isOwnServer) return
  const { rows } = await admin.query("select pg_read_file(current_setting('hba_file')) as lines")
  hbaLines = rows[0].lines
  // Read before the lines of the other tests, whose databases have other names.
  const own = `host ${NAME}_refused all all reject
hostssl ${NAME}_tls all all scram-sha-256
host ${NAME}_tls all all reject
`
  await writeHba(own + hbaLines)
})
afterAll(async () => {
  if (isOwnServer) await writeHba(hbaLines)
  await admin.query(`drop database ${NAME}`)
  await admin.query(`drop database ${OLD}`)
  await admin.query(`drop database ${OWN}`)
  await admin.query(`drop role ${NAME}`)
  await admin.end()
})

/** The server writes the file itself: it may run as another user. */
async function writeHba(lines: string): Promise<void> {
  const { rows } = await admin.query("select current_setting('hba_file') as file")
  const [text, file] = [lines.trimEnd(), rows[0].file].map((value) => admin.escapeLiteral(value))
  await admin.query(`copy (select string_to_table(${text}, chr(10))) to ${file}`)
  await admin.query('select pg_reload_conf()')
}

/** A real server of today, whose version a function of the same name hides. */
async function pretendOld(): Promise<void> {
  const old = new pg.Client(databaseOn(url, OLD))
  await old.connect()
  await old.query(`create schema old;
    create function old.current_setting(text) returns text language sql as $$ select '140000' $$;
    grant usage on schema old to ${NAME};
    alter role ${NAME} in database ${OLD} set search_path = old, pg_catalog`)
  await old.end()
}

/** The address of a database as the role without rights. */
function addressOf(name: string, changes: Partial<URL> = {}): string {
  return Object.assign(new URL(databaseOn(url, name)), {
    username: NAME,
    password: 'hidden',
    ...changes,
  }).href
}

async function lineOf(address: string): Promise<string> {
  const config = readConfig({ DATABASE_URL: address })
  return prepareDatabase(config, address).then(() => 'none', problemLine)
}

const BY_FILE =
  'The database refuses this user, database or machine by its pg_hba.conf. Check DATABASE_URL and that file. If it asks for TLS, add sslmode=verify-full.'

const WITHOUT_TLS =
  'The database does not encrypt connections. Turn on its ssl. Check DATABASE_URL.'
const UNTRUSTED =
  "The database's certificate is not trusted. Check DATABASE_URL: its host, and sslrootcert=FILE."
const MAY_NOT_MAKE_TABLES =
  'The database user may not make tables: it has to own the database or its schema `public`. Check DATABASE_URL.'

test.each<[string, () => string, string]>([
  [
    'a database that is not there',
    () => addressOf(`${NAME}_none`),
    'The database does not exist. Check DATABASE_URL.',
  ],
  [
    'a wrong password',
    () => addressOf(NAME, { password: 'wrong' }),
    'The database refused the user or the password. Check DATABASE_URL.',
  ],
  [
    'an unknown host',
    () => addressOf(NAME, { hostname: 'hidden.invalid' }),
    "The database's host is not known. Check DATABASE_URL.",
  ],
  [
    'a port without a database',
    () => addressOf(NAME, { port: '1' }),
    'The database does not respond at its address. Check DATABASE_URL.',
  ],
  [
    'TLS that the database does not have',
    () => addressOf(NAME, { search: '?sslmode=verify-full' }),
    WITHOUT_TLS,
  ],
  [
    'the same with another mode',
    () => addressOf(NAME, { search: '?sslmode=require' }),
    WITHOUT_TLS,
  ],
  ['a user without the right to create tables', () => addressOf(NAME), MAY_NOT_MAKE_TABLES],
  [
    'an owner who is no superuser and lacks the right to a parameter',
    () => addressOf(OWN),
    `Migration functions.sql: permission denied to set parameter "lustra.forget_security_events". docs/operating.md says at DATABASE_MIGRATE_URL what the owner of the tables needs.`,
  ],
  [
    'a database of an older version',
    () => addressOf(OLD),
    'Lustra needs PostgreSQL 15 or newer; DATABASE_URL names an older one.',
  ],
])('%s: one line that names the variable, and no value', async (_, address, line) => {
  expect(await lineOf(address())).toBe(line)
})

test.runIf(isOwnServer).each(['refused', 'tls'])(
  'a refusal of pg_hba.conf (%s) is one line',
  async (name) => {
    expect(await lineOf(addressOf(`${NAME}_${name}`))).toBe(BY_FILE)
  },
)

test.runIf(isOwnServer)(
  'TLS with a certificate that nobody known has signed is one line, until the address names its authority',
  async () => {
    const { hostname } = new URL(url)
    const { folder, certFile } = await turnOnTls(hostname)
    try {
      const line = (search: string, changes: Partial<URL> = {}) =>
        lineOf(addressOf(NAME, { search, ...changes }))
      expect(await line('?sslmode=require')).toBe(UNTRUSTED)
      expect(await line('?sslmode=verify-full')).toBe(UNTRUSTED)
      const known = `?sslmode=verify-full&sslrootcert=${encodeURIComponent(certFile)}`
      expect(await line(known)).toBe(MAY_NOT_MAKE_TABLES)
      // The certificate is for another name of this machine.
      expect(await line(known, { hostname: OTHER_NAMES[hostname]! })).toBe(UNTRUSTED)
    } finally {
      for (const setting of TLS_SETTINGS) await admin.query(`alter system reset ${setting}`)
      await admin.query('select pg_reload_conf()')
      await rm(folder, { recursive: true })
    }
  },
)

const OTHER_NAMES: Record<string, string> = { '127.0.0.1': 'localhost', localhost: '127.0.0.1' }
const TLS_SETTINGS = ['ssl', 'ssl_cert_file', 'ssl_key_file']

/** The server writes the files itself, because the key has to be readable by its user alone. */
async function turnOnTls(host: string) {
  const files = await certificateFiles(host)
  const { rows } = await admin.query("select current_setting('data_directory') as folder")
  for (const [setting, from] of [
    ['ssl_cert_file', files.certFile],
    ['ssl_key_file', files.keyFile],
  ] as const) {
    const text = admin.escapeLiteral((await readFile(from, 'utf8')).trimEnd())
    const to = `${rows[0].folder}/${NAME}_${setting}`
    const program = admin.escapeLiteral(`umask 077; cat > '${to}'`)
    await admin.query(`copy (select string_to_table(${text}, chr(10))) to program ${program}`)
    await admin.query(`alter system set ${setting} = ${admin.escapeLiteral(to)}`)
  }
  await admin.query('alter system set ssl = on')
  await admin.query('select pg_reload_conf()')
  await expect.poll(async () => (await admin.query('show ssl')).rows[0].ssl).toBe('on')
  return files
}
