// rule: picture-sweep
import { randomBytes } from 'node:crypto'
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pictureFile } from '#contract/pictures.ts'
import { buildProfessional } from '#server/test/build.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { sweepPictures } from './unused-pictures.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const HOUR_MS = 3_600_000
const name = () => `${randomBytes(16).toString('hex')}.webp`

test('files that no profile names and interrupted uploads are deleted after a day; all others stay', async () => {
  const { files, config } = server.context
  const old = new Date(Date.now() - 25 * HOUR_MS)
  const [photo, gallery, stray, recent] = [name(), name(), name(), name()]
  await buildProfessional(server, { profile_image: photo, gallery_images: [gallery] })
  const sizes = (file: string) => [file, pictureFile(file, 240), file.replace('.webp', '.avif')]
  const unfinished = `.${name()}.0123456789ab`
  for (const file of [photo, gallery, stray, recent].flatMap(sizes)) {
    await files.put(file, Buffer.from('x'))
  }
  await writeFile(join(config.uploadsDir, unfinished), 'half')
  for (const file of [...[photo, gallery, stray].flatMap(sizes), unfinished]) {
    await utimes(join(config.uploadsDir, file), old, old)
  }
  for (const [form, at] of [
    ['form-old', old],
    ['form-now', new Date()],
  ] as const) {
    await mkdir(join(config.incomingDir, form), { recursive: true })
    await utimes(join(config.incomingDir, form), at, at)
  }

  await sweepPictures(server.context)
  await sweepPictures(server.context)

  const remaining = await readdir(config.uploadsDir)
  expect(remaining.toSorted()).toEqual([photo, gallery, recent].flatMap(sizes).toSorted())
  expect(await readdir(config.incomingDir)).toEqual(['form-now'])
})
