// rule: photos
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { REFUSALS } from '#contract/refusals.ts'
import { filesOnDisk } from '#server/outside/files/disk.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

const FILE = `${'0123456789abcdef'.repeat(2)}.webp`
const bytes = Buffer.from('RIFF….WEBP')
const notFound = { detail: REFUSALS.image_not_found.detail, code: 'image_not_found' }

let server: TestServer
const get = (url: string, headers = {}) => server.app.inject({ url, headers })
beforeAll(async () => {
  server = await testServer()
  const { uploadsDir } = server.context.config
  const files = filesOnDisk(uploadsDir)
  await files.put(FILE, bytes)
  await files.put(FILE.replace('.webp', '-240.webp'), bytes)
  await writeFile(join(uploadsDir, '..', 'secret.webp'), 'secret')
  await mkdir(join(uploadsDir, 'folder.webp'))
})
afterAll(() => server.close())

describe('a picture', () => {
  test.each([
    `/api/uploads/${FILE}`,
    `/api/image-proxy/${FILE}`,
    `/api/uploads/${FILE.replace('.webp', '-240.webp')}`,
    `/api/uploads/${FILE}?retry=1-5`,
  ])('is shown at %s, and kept by browsers for good', async (url) => {
    const answer = await get(url)
    expect(answer.statusCode).toBe(200)
    expect(answer.rawPayload).toEqual(bytes)
    expect(answer.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
  })

  test('loads from /api/uploads/{file} and /api/image-proxy/{file} alike', async () => {
    const [uploads, proxy] = await Promise.all([
      get(`/api/uploads/${FILE}`),
      get(`/api/image-proxy/${FILE}`),
    ])
    expect([uploads.statusCode, proxy.statusCode]).toEqual([200, 200])
    expect(proxy.rawPayload).toEqual(uploads.rawPayload)
  })

  test('answers 304 to a reader that has it', async () => {
    const { headers } = await get(`/api/uploads/${FILE}`)
    const revalidated = await get(`/api/uploads/${FILE}`, { 'if-none-match': headers.etag })
    expect(revalidated.statusCode).toBe(304)
    expect(revalidated.body).toBe('')
  })

  test('redirects permanently from /uploads/{file} to /api/uploads/{file}', async () => {
    const answer = await get(`/uploads/${FILE}`)
    expect(answer.statusCode).toBe(308)
    expect(answer.headers.location).toBe(`/api/uploads/${FILE}`)
  })

  test.each(['/api/uploads/', '/api/image-proxy/', '/uploads/'])(
    'with an unknown or malformed name is not found under %s',
    async (way) => {
      for (const name of [
        '..%2fsecret.webp',
        '%2e%2e%2fsecret.webp',
        '..%5csecret.webp',
        'secret.webp',
        'folder.webp',
        '%00',
        FILE.toUpperCase(),
        `${FILE}%0a`,
        FILE.replace('.webp', '-100.webp'),
        'https%3A%2F%2Fexample.com%2Fa.webp',
      ]) {
        const answer = await get(way + name)
        expect(answer.statusCode).toBe(404)
        expect(answer.json()).toEqual(notFound)
      }
      const answer = await get(`${way}../../secret.webp`)
      expect(answer.statusCode).toBe(404)
      expect(answer.body).not.toContain('secret')
    },
  )

  test('with a valid name and no file is not found', async () => {
    const answer = await get(`/api/uploads/${'f'.repeat(32)}.webp`)
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toEqual(notFound)
    expect(answer.headers['cache-control']).not.toContain('immutable')
  })
})

test('storage accepts only names of pictures', async () => {
  const files = filesOnDisk(server.context.config.uploadsDir)
  await expect(files.put('../stray.webp', bytes)).rejects.toThrow('not the name of a picture')
  expect(await files.read('../secret.webp')).toBeUndefined()
  expect(await files.has(FILE)).toBe(true)
})
