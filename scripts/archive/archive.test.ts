// rule: process-roles
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, readdir, rm, symlink } from 'node:fs/promises'
import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { testDatabase } from '#server/test/database.ts'
import { runtimeSources, writeArchive } from './archive.ts'

test('a server needs no test, demo, script or package of development', async () => {
  const { files, packages } = await runtimeSources()
  expect(files).toEqual(
    expect.arrayContaining([
      'server/src/main.ts',
      'server/src/pictures/picture-process.ts',
      'contract/bookings/bookings.ts',
    ]),
  )
  expect(
    files.filter((file) => /\.test\.|\/test\/|^(e2e|bench|scripts|web)\/|demo\//.test(file)),
  ).toEqual([])
  const { dependencies } = JSON.parse(await readFile('package.json', 'utf8')) as {
    dependencies: Record<string, string>
  }
  const nameOf = (target: string) => /^(?:@[^/]+\/)?[^/]+/.exec(target)![0]
  expect(packages.map(nameOf).filter((name) => !(name in dependencies))).toEqual([])
})

// `npm test` builds the web app before the tests.
test.skipIf(!existsSync('web/dist/server/entry-server.js'))(
  'the archive runs its programs, and DEMO=on there is one line',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lustra-archive-'))
    await writeArchive(folder)
    await expect(writeArchive(folder)).rejects.toThrow('The folder has to be empty.')
    const copied = await readdir(folder, { recursive: true })
    expect(copied.filter((path) => /\.test\.|demo\/|^(e2e|bench|scripts)/.test(path))).toEqual([])
    await symlink(resolve('node_modules'), join(folder, 'node_modules'))
    const database = await testDatabase()
    const run = (program: string, env: Record<string, string> = {}) =>
      promisify(execFile)(process.execPath, [`server/src/${program}`], {
        cwd: folder,
        env: {
          ...process.env,
          DATABASE_URL: database.url,
          DATA_DIR: join(folder, 'data'),
          ...env,
        },
      })
    const { stdout } = await run('migrate-database.ts')
    expect(stdout).toBe('The database is of this version.\n')
    await expect(run('main.ts', { DEMO: 'on', PORT: '0' })).rejects.toMatchObject({
      code: 1,
      stderr: 'DEMO=on needs the whole repository: this archive has no demo world.\n',
    })
    await database.drop()
    await rm(folder, { recursive: true })
  },
  60_000,
)
