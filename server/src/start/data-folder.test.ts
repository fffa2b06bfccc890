// rule: settings
import { chmod, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COMMAND_MS, runProgram } from '#server/test/processes/run-program.ts'
import { testServer } from '#server/test/server.ts'
import { startAndStop } from '#server/test/processes/start-and-stop.ts'

const OF_OTHERS = 0o077

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lustra-closed-'))
})
afterAll(() => rm(folder, { recursive: true }))

test(
  'nobody else on the machine can read the data folder or anything that the server writes there',
  async () => {
    const dataDir = join(folder, 'data')
    await mkdir(dataDir)
    await chmod(dataDir, 0o755)
    expect(await startAndStop({ DATA_DIR: dataDir, DEMO: 'off' })).toMatchObject({ code: 0 })
    const written = await readdir(dataDir, { recursive: true })
    expect(written).toContain('postgres/lustra.password')
    expect(written.filter((name) => name.startsWith('uploads/'))).not.toEqual([])
    const open = []
    for (const name of ['.', ...written])
      if ((await stat(join(dataDir, name))).mode & OF_OTHERS) open.push(name)
    expect(open).toEqual([])
  },
  COMMAND_MS,
)

test(
  'a command closes a data folder that everybody could read',
  async () => {
    const dataDir = join(folder, 'of-command')
    await mkdir(dataDir)
    await chmod(dataDir, 0o777)
    const server = await testServer()
    const { code } = await runProgram(server, 'job.ts', ['end-badges'], { DATA_DIR: dataDir })
    await server.close()
    expect(code).toBe(0)
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700)
  },
  COMMAND_MS,
)
