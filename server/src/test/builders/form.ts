import sharp from 'sharp'
import { signedIn } from '../call.ts'
import type { TestServer } from '../server.ts'

type Fields = Record<string, string | File | File[]>

/** Sends a form with files, as a browser does, for a signed-in user or a visitor. */
export async function sendForm(
  server: TestServer,
  user: { id: string } | null,
  method: 'PUT' | 'POST',
  url: string,
  sent: Fields,
  headers: Record<string, string> = {},
) {
  const form = new FormData()
  for (const [name, values] of Object.entries(sent)) {
    for (const value of [values].flat()) form.append(name, value)
  }
  const body = new Response(form)
  return sendBytes(server, user, method, url, Buffer.from(await body.arrayBuffer()), {
    'content-type': body.headers.get('content-type')!,
    ...headers,
  })
}

/** Sends any bytes as the body, for a signed-in user or a visitor. */
export async function sendBytes(
  server: TestServer,
  user: { id: string } | null,
  method: 'PUT' | 'POST',
  url: string,
  payload: Buffer,
  headers: Record<string, string>,
) {
  const token = user && (await signedIn(server, user))
  const answer = await server.app.inject({
    method,
    url,
    payload,
    headers: { ...headers, ...(token ? { cookie: `lustra_session=${token}` } : {}) },
  })
  return { status: answer.statusCode, body: answer.json(), text: answer.body }
}

type Shape = { width: number; height: number; format: 'jpeg' | 'png' | 'webp' | 'avif' | 'gif' }

/** A photo in one colour, 800 × 600 by default. */
export async function photo(
  name = 'photo.jpg',
  { width = 800, height = 600, format = 'jpeg' }: Partial<Shape> = {},
): Promise<File> {
  const bytes = await sharp({ create: { width, height, channels: 3, background: '#7a5' } })
    .toFormat(format)
    .toBuffer()
  return new File([new Uint8Array(bytes)], name, { type: `image/${format}` })
}
