// rule: picture-process
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WorkerProcess } from './worker-process.ts'

const MODULE = `
process.on('message', (request) => {
  if (request === 'crash') process.exit(1)
  if (request === 'hang') return
  process.send({ response: process.pid, memoryBytes: request === 'large' ? 2000 : 0 })
})
process.once('disconnect', () => process.exit())
`
let folder: string
let module: URL
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lustra-test-worker-'))
  const file = join(folder, 'worker.mjs')
  await writeFile(file, MODULE)
  module = pathToFileURL(file)
})
afterAll(() => rm(folder, { recursive: true }))

async function answersTo(requests: string[], timeoutMs = 10_000): Promise<(number | undefined)[]> {
  const worker = new WorkerProcess<string, number>(module, { memoryBytesMax: 1000 })
  const answers = await Promise.all(requests.map((text) => worker.run(() => text, { timeoutMs })))
  await worker.close()
  return answers
}

test('requests that wait behind a crash or a time-out are answered by a new process', async () => {
  const [first, crashed, second] = await answersTo(['a', 'crash', 'b'])
  expect(crashed).toBeUndefined()
  expect(second).toBeGreaterThan(0)
  expect(second).not.toBe(first)
  const [hung, next] = await answersTo(['hang', 'a'], 2000)
  expect([hung, next]).toEqual([undefined, expect.any(Number)])
})

test('the time-out counts from the start of a request, not from when it began to wait', async () => {
  const worker = new WorkerProcess<string, number>(module)
  const slow = async (text: string) => {
    await new Promise((resolve) => setTimeout(resolve, 400))
    return text
  }
  const answers = await Promise.all(
    [1, 2, 3, 4, 5].map(() => worker.run(() => slow('a'), { timeoutMs: 1900 })),
  )
  expect(answers).toEqual(Array(5).fill(answers[0]))
  await worker.close()
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
