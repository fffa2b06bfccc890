// rule: storage-full, log-lines
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, openSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const MODULE = new URL('standard-output.ts', import.meta.url).href
const OPENS = `
  const { pino } = await import('pino')
  const { standardOutput } = await import(process.argv[1])
  const log = pino({}, standardOutput())`
const LOGS = `${OPENS}
  for (const line of ['one', 'two']) {
    log.info(line)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  process.exitCode = 7`

function run(script: string, stdout: number | 'pipe') {
  return spawn(process.execPath, ['--input-type=module', '--eval', script, MODULE], {
    stdio: ['ignore', stdout, 'ignore'],
  })
}

// Linux: each write there fails as on a full disk.
test.skipIf(process.platform !== 'linux')(
  'a log that has no room ends no process, also not at the second line',
  async () => {
    const child = run(LOGS, openSync('/dev/full', 'w'))
    expect(await once(child, 'exit')).toEqual([7, null])
  },
)

test.each([
  ['that exits', 'process.exit(7)'],
  ['that throws', 'throw new Error()'],
  ['that is killed a moment later', `setTimeout(() => process.kill(process.pid, 'SIGKILL'), 250)`],
])('the last lines of a process %s are in the log, in a file and in a pipe', async (_how, end) => {
  const script = `${OPENS}
    log.info('one')
    log.info('two')
    ${end}`
  const file = join(mkdtempSync(join(tmpdir(), 'lustra-log-')), 'log')
  const [toFile, toPipe] = [run(script, openSync(file, 'w')), run(script, 'pipe')]
  let piped = ''
  toPipe.stdout!.on('data', (part) => (piped += String(part)))
  await Promise.all([once(toFile, 'close'), once(toPipe, 'close')])
  for (const log of [readFileSync(file, 'utf8'), piped]) {
    const lines = log.trim().split('\n')
    expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual(['one', 'two'])
  }
})
