// rule: start
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { testDatabase } from '../server/src/test/database.ts'
import { builtProgram } from './prepare.mjs'

// `npm test` builds the web app before the tests.
test.skipIf(!existsSync('web/dist/server/entry-server.js'))(
  'the built server starts with the files and pages of its sources, up to its port',
  async () => {
    const program = await builtProgram('server/src/main.ts')
    expect(program).toMatch(/^\.cache\/server\/[0-9a-f]{64}\/main\.js$/)
    expect(await builtProgram('scripts/chaos/run.ts')).toBe('scripts/chaos/run.ts')
    const database = await testDatabase()
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const PORT = String((other.address() as AddressInfo).port)
    const folder = await mkdtemp(join(tmpdir(), 'lustra-built-'))
    const env = { ...process.env, DATABASE_URL: database.url, DATA_DIR: folder, DEMO: 'off', PORT }
    await expect(promisify(execFile)(process.execPath, [program], { env })).rejects.toMatchObject({
      code: 1,
      stderr: `Port ${PORT} is in use. Stop what runs there, or set PORT.\n`,
    })
    other.close()
    await database.drop()
    await rm(folder, { recursive: true })
  },
  60_000,
)
