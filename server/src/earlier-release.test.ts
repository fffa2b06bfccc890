// rule: schema-versions, rolling-deploy
import { execFile, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { bookingBody } from './test/booking.ts'
import { buildClient, buildProfessional } from './test/build.ts'
import { signedIn } from './test/call.ts'
import { COMMAND_MS } from './test/run-program.ts'
import { testServer } from './test/server.ts'
import type { TestServer } from './test/server.ts'

/** The folders that a server needs to run without the web app. */
const FOLDERS = ['server', 'contract', 'drawings', 'tools', 'web/src']
const run = promisify(execFile)

/** The commit of the last release. The file `release` names it. */
const release = (await readFile('release', 'utf8')).trim()
/** Why its server cannot run here: a clone may be shallow, and an archive has no history. */
const reason = await reasonNotToRun()

async function reasonNotToRun(): Promise<string | undefined> {
  const packages = (text: string) => JSON.parse(text) as { dependencies: Record<string, string> }
  const file = await run('git', ['show', `${release}:package.json`]).catch(() => undefined)
  if (!file) return 'its commit is not in this clone'
  const { dependencies: own } = packages(await readFile('package.json', 'utf8'))
  const changed = Object.entries(packages(file.stdout).dependencies).find(
    ([name, version]) => own[name] !== version,
  )
  return changed && `it needs ${changed.join(' ')}, which is not installed`
}

/** A repeated test starts another one of each. */
const closers: (() => unknown)[] = []
afterAll(async () => {
  for (const close of closers.toReversed()) await close()
})

/** Starts the released server on the database that this version has migrated. Returns its address. */
async function startRelease(on: TestServer): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lustra-release-'))
  closers.push(() => rm(folder, { recursive: true }))
  const archive = join(folder, 'release.tar')
  await run('git', ['archive', '-o', archive, release, 'package.json', ...FOLDERS])
  await run('tar', ['-xf', archive, '-C', folder])
  await symlink(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'))
  const env = {
    ...process.env,
    DATABASE_URL: on.requestUrl,
    DATA_DIR: on.context.config.dataDir,
    PORT: '0',
    DEMO: 'off',
    RATE_LIMIT_SCALE: '1000',
    EVENT_LOOP_DELAY_MS_MAX: '0',
  }
  const program = 'server/src/test/embedded-server-process.ts'
  const child = spawn(process.execPath, [program], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  closers.push(() => child.kill('SIGKILL'))
  const lines: string[] = []
  createInterface({ input: child.stderr }).on('line', (line) => lines.push(line))
  for await (const line of createInterface({ input: child.stdout })) {
    const address = /^Lustra is ready at (\S+)/.exec(line)?.[1]
    if (address) return address
  }
  throw new Error(`The released server has ended: ${lines.join('\n')}`)
}

/** Ends the title of the test. */
const outcome = reason ? `is not tried: ${reason}` : 'serves on the schema of this version'

test.skipIf(reason)(
  `the released server ${release.slice(0, 8)} ${outcome}: people register, search, book, write`,
  async () => {
    const server = await testServer()
    closers.push(() => server.close())
    const origin = await startRelease(server)
    const [client, professional] = [await buildClient(server), await buildProfessional(server)]
    const cookie = `lustra_session=${await signedIn(server, client)}`
    const post = async (path: string, body: unknown, headers = {}) => {
      const answer = await fetch(`${origin}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      })
      return [answer.status, await answer.json()]
    }
    const names = { first_name: 'Ana', last_name: 'Souza', phone: '512-555-0100' }
    const account = { ...names, email: 'ana@example.com', password: 'polished floors 7' }
    const pair = { client_id: client.id, professional_id: professional.id }
    const message = { sender_id: client.id, receiver_id: professional.id, message: 'Hello' }
    const day = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10)
    const booking = bookingBody(client, professional, { booking_date: day })
    const done = [200, expect.anything()]
    expect(await post('/api/auth/register', account)).toEqual(done)
    const search = `${origin}/api/professionals/search/enhanced?zip_code=78701`
    expect(await (await fetch(search)).json()).toMatchObject({ total: 1 })
    expect(await post('/api/bookings', booking, { cookie })).toEqual(done)
    expect(await post('/api/chat/initiate-contact', pair, { cookie })).toEqual(done)
    expect(await post('/api/chat/messages', message, { cookie })).toEqual(done)
  },
  COMMAND_MS,
)
