// rule: photos
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { WorkerProcess } from './worker-process.ts'

const MODULE = `
process.on('message', (request) => {
  if (request === 'crash') process.exit(1)
  if (request === 'hang') return
  process.send({ response: process.pid, memoryBytes: request === 'large' ? 2000 : 0 })
})
process.once('disconnect', () => process.exit())
`
/** Longer than any machine needs to start the process. */
const TIMEOUT_MS = 10_000
let folder: string
let module: URL
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lustra-test-worker-'))
  const file = join(folder, 'worker.mjs')
  await writeFile(file, MODULE)
  module = pathToFileURL(file)
})
afterAll(() => rm(folder, { recursive: true }))

/** The answers of one worker to all requests at once. A request may have its own time-out. */
async function answersTo(
  requests: string[],
  timeoutsMs: Record<string, number> = {},
): Promise<(number | undefined)[]> {
  const worker = new WorkerProcess<string, number>(module, { memoryBytesMax: 1000 })
  const answers = await Promise.all(
    requests.map((text) => worker.run(() => text, { timeoutMs: timeoutsMs[text] ?? TIMEOUT_MS })),
  )
  await worker.close()
  return answers
}

test('requests that wait behind a crash or a time-out are answered by a new process', async () => {
  const [first, crashed, second] = await answersTo(['a', 'crash', 'b'])
  expect(crashed).toBeUndefined()
  expect(second).toBeGreaterThan(0)
  expect(second).not.toBe(first)
  const [timedOut, next] = await answersTo(['hang', 'a'], { hang: 2000 })
  expect([timedOut, next]).toEqual([undefined, expect.any(Number)])
})

test('the time-out counts from the start of a request, not from when it began to wait', async () => {
  const worker = new WorkerProcess<string, number>(module)
  const loading = Promise.withResolvers<string>()
  // Only the test moves the clock of the time-outs, so a slow machine changes nothing.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const answers = ['a', 'b', 'c'].map((text) =>
      worker.run(() => (text === 'a' ? loading.promise : text), { timeoutMs: TIMEOUT_MS }),
    )
    await vi.advanceTimersByTimeAsync(TIMEOUT_MS + 1)
    loading.resolve('a')
    const [first, ...others] = await Promise.all(answers)
    expect(first).toBeGreaterThan(0)
    expect(others).toEqual([first, first])
  } finally {
    vi.useRealTimers()
    await worker.close()
  }
})

test('a process above its memory limit is replaced', async () => {
  const [large, next] = await answersTo(['large', 'a'])
  expect(large).toBeGreaterThan(0)
  expect(next).not.toBe(large)
})

test('a closed worker answers nothing and starts no process', async () => {
  const worker = new WorkerProcess<string, number>(module)
  await worker.close()
  expect(await worker.run(() => 'a', { timeoutMs: 1000 })).toBeUndefined()
})
