import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { makePicture } from '#server/features/media/picture-recipe.ts'
import { lowerPriority } from '#server/features/media/worker-requests.ts'

/**
 * A process that uploads like a phone, and that runs the picture library alone. It has the same low priority as the
 * server's picture processes, so that it does not slow the searches. Its parent sends the photo once, then requests.
 * Each answer has the milliseconds.
 */
export type Photo = { path: string; url: string; cookie: string }
export type Task = 'alone' | 'upload'
export type PhoneRequest = { id: number; task: Task }
export type PhoneAnswer = { id: number; ms: number }

lowerPriority()
const [{ path, url, cookie }] = (await once(process, 'message')) as [Photo]
const form = new FormData()
const file = new File([new Uint8Array(await readFile(path))], 'photo.jpg', { type: 'image/jpeg' })
form.append('image', file)
const encoded = new Response(form)
const headers = { 'content-type': encoded.headers.get('content-type')!, cookie }
const body = Buffer.from(await encoded.arrayBuffer())

process.on('message', ({ id, task }: PhoneRequest) => void run(id, task))
process.once('disconnect', () => process.exit())
process.send?.('ready')

async function run(id: number, task: Task): Promise<void> {
  const start = performance.now()
  await (task === 'alone' ? makePicture(path) : upload())
  process.send?.({ id, ms: performance.now() - start } satisfies PhoneAnswer)
}

/** Sends the prepared bytes at once, so that the cost of making the form is not measured. */
async function upload(): Promise<void> {
  const sending = request(url, { method: 'POST', headers })
  sending.end(body)
  const [answer] = (await once(sending, 'response')) as [IncomingMessage]
  if (answer.statusCode !== 200) throw new Error(`The upload was answered ${answer.statusCode}.`)
  answer.resume()
  await once(answer, 'end')
}
