// rule: storage-full
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { expect, test } from 'vitest'

const MODULE = new URL('standard-output.ts', import.meta.url).href
const LOGS = `
  const { pino } = await import('pino')
  const { standardOutput } = await import(process.argv[1])
  const log = pino({}, standardOutput())
  for (const line of ['one', 'two']) {
    log.info(line)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  process.exitCode = 7`

// Linux: each write there fails as on a full disk.
test.skipIf(process.platform !== 'linux')(
  'a log that has no room ends no process, also not at the second line',
  async () => {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', LOGS, MODULE], {
      stdio: ['ignore', openSync('/dev/full', 'w'), 'ignore'],
    })
    expect(await once(child, 'exit')).toEqual([7, null])
  },
)
