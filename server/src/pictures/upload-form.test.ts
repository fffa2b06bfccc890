// rule: photos
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fastify } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { acceptForms, withUploadForm } from './upload-form.ts'
import type { UploadForm } from './upload-form.ts'

const JPEG = Buffer.from('ffd8ffe0', 'hex')
const CHUNK_BYTES = 64 * 1024

const app = fastify()
let folder: string
let port: number
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lustra-test-forms-'))
  await acceptForms(app)
  const context = { config: { incomingDir: folder } } as Parameters<typeof withUploadForm>[0]
  app.post('/', (request) =>
    withUploadForm(context, request, { files: { photo: 'one', others: 'many' } }, hashesOf),
  )
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

test('several photos of one form arrive byte for byte, in chunks of any size', async () => {
  const photos = [CHUNK_BYTES, CHUNK_BYTES - 1, 3, 1_000_003, 4_999_999, 17 * CHUNK_BYTES].map(
    (length) => Buffer.concat([JPEG, randomBytes(length)]),
  )
  const body = Buffer.concat([
    ...photos.flatMap((photo, index) => [
      Buffer.from(
        `--x\r\ncontent-disposition: form-data; name="${index ? 'others' : 'photo'}"; filename="${index}.jpg"\r\n\r\n`,
      ),
      photo,
      Buffer.from('\r\n'),
    ]),
    Buffer.from('--x\r\ncontent-disposition: form-data; name="bio"\r\n\r\nCareful.\r\n--x--\r\n'),
  ])
  for (const cut of [body.length, CHUNK_BYTES, 10_007, 1_460]) {
    expect(await send(body, cut)).toEqual({ bio: 'Careful.', files: photos.map(sha256) })
  }
})

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

async function hashesOf({ fields, files }: UploadForm) {
  const bytes = await Promise.all(files.map(({ path }) => readFile(path)))
  return { ...fields, files: bytes.map(sha256) }
}

async function send(body: Buffer, cut: number): Promise<unknown> {
  const socket = connect(port, '127.0.0.1')
  socket.setNoDelay(true)
  const answer: Buffer[] = []
  socket.on('data', (part: Buffer) => answer.push(part))
  socket.write(
    `POST / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: ${body.length}\r\n\r\n`,
  )
  for (let at = 0; at < body.length; at += cut) {
    if (!socket.write(body.subarray(at, at + cut))) await once(socket, 'drain')
  }
  await once(socket, 'close')
  return JSON.parse(Buffer.concat(answer).toString().split('\r\n\r\n')[1]!)
}
