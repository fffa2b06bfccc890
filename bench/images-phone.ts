import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { makePicture } from '#server/features/media/picture-recipe.ts'
import { lowerPriority } from '#server/features/media/worker-requests.ts'

/**
 * The telephone that uploads, and the library alone, in a process of their own at the priority of the server's own: what they do
 * here weighs on nobody's search. Told the photo and where it goes, then asked for one way at a time or several; answers the milliseconds.
 */
export type Photo = { path: string; url: string; cookie: string }
export type Way = 'alone' | 'upload'
export type Asked = { id: number; way: Way }
export type Took = { id: number; ms: number }

lowerPriority()
const [{ path, url, cookie }] = (await once(process, 'message')) as [Photo]
const form = new FormData()
const file = new File([new Uint8Array(await readFile(path))], 'photo.jpg', { type: 'image/jpeg' })
form.append('image', file)
const whole = new Response(form)
const headers = { 'content-type': whole.headers.get('content-type')!, cookie }
const body = Buffer.from(await whole.arrayBuffer())

process.on('message', ({ id, way }: Asked) => void run(id, way))
process.once('disconnect', () => process.exit())
process.send?.('ready')

async function run(id: number, way: Way): Promise<void> {
  const begun = performance.now()
  await (way === 'alone' ? makePicture(path) : upload())
  process.send?.({ id, ms: performance.now() - begun } satisfies Took)
}

/** In one go: what a telephone's own stack costs is not the server's. */
async function upload(): Promise<void> {
  const sending = request(url, { method: 'POST', headers })
  sending.end(body)
  const [answer] = (await once(sending, 'response')) as [IncomingMessage]
  if (answer.statusCode !== 200) throw new Error(`The upload was answered ${answer.statusCode}.`)
  answer.resume()
  await once(answer, 'end')
}
