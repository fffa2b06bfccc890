// rule: photos
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual, promisify } from 'node:util'
import { crc32, deflateSync } from 'node:zlib'
import fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildProfessional } from '#server/test/builders/build.ts'
import { as, signedIn } from '#server/test/call.ts'
import { photo, sendBytes, sendForm } from '#server/test/builders/form.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

const run = promisify(execFile)
/** A decoded picture of 250 megapixels would have 750 MB. */
const MEMORY_MB_MAX = 350
const UNREADABLE = "We couldn't read this photo. Please choose a JPEG, PNG, WebP or AVIF photo."
const fields = {
  full_name: 'Ana Souza',
  bio: 'Careful.',
  hourly_rate: '40',
  services_offered: 'deep',
  service_areas: '78701',
}

let server: TestServer
let ana: Awaited<ReturnType<typeof buildProfessional>>
let before: unknown
beforeAll(async () => {
  server = await testServer()
  // The first picture starts the picture process, which a loaded machine may not do in the time of one upload.
  const first = await buildProfessional(server)
  const image = await photo()
  const url = urlOf(first, '/image/profile')
  let status: number
  do ({ status } = await sendForm(server, first, 'POST', url, { image }))
  while (status !== 200)
})
afterAll(() => server.close())
beforeEach(async () => {
  ana = await buildProfessional(server)
  before = await readStored()
})
afterEach(async () => {
  if (!isDeepStrictEqual(await readStored(), before)) throw new Error('Something was left behind.')
})

const incoming = () => readdir(server.context.config.incomingDir)
const urlOf = ({ id }: { id: string }, path = '') => `/api/professional/profile/${id}${path}`
/** All rows and files that a bad picture could leave. */
async function readStored() {
  return {
    incoming: await incoming(),
    files: (await readdir(server.context.config.uploadsDir)).toSorted(),
    row: await server.db
      .selectFrom('professionals')
      .selectAll()
      .where('user_id', '=', ana.id)
      .executeTakeFirst(),
    jobs: (await server.context.pool.query('select count(*) from graphile_worker.jobs')).rows,
  }
}

const file = (name: string, bytes: Uint8Array | string) =>
  new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], name, {
    type: 'image/jpeg',
  })
const cut = async (format: 'jpeg' | 'png' | 'webp' | 'avif') => {
  const { width, height } = { width: 200, height: 200 }
  const noise = await sharp(randomBytes(width * height * 3), {
    raw: { width, height, channels: 3 },
  })
    .toFormat(format)
    .toBuffer()
  return file(`cut.${format}`, noise.subarray(0, Math.floor(noise.length * 0.6)))
}
/** A PNG with one bit for each pixel, all equal. */
const hugePng = () => {
  const [width, height] = [16_000, 15_700]
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const lines = deflateSync(Buffer.alloc((width / 8 + 1) * height))
  const chunks = [chunk('IHDR', header), chunk('IDAT', lines), chunk('IEND', Buffer.alloc(0))]
  return file('huge.png', Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...chunks]))
}
const chunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

describe.each<[string, () => Promise<File> | File, string]>([
  ['a text that is called .jpg', () => file('a.jpg', 'hello'), UNREADABLE],
  ['an empty file', () => file('a.jpg', ''), UNREADABLE],
  ['five megabytes of zeros', () => file('a.jpg', new Uint8Array(5_242_880)), UNREADABLE],
  [
    'zeros behind the beginning of a JPEG',
    () => file('a.jpg', Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(5_000_000)])),
    UNREADABLE,
  ],
  [
    'a drawing (SVG)',
    () => file('a.png', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    UNREADABLE,
  ],
  ['a GIF that is called .jpg', () => photo('a.jpg', { format: 'gif' }), UNREADABLE],
  ['a JPEG that was cut off', () => cut('jpeg'), UNREADABLE],
  ['a PNG that was cut off', () => cut('png'), UNREADABLE],
  ['a WebP that was cut off', () => cut('webp'), UNREADABLE],
  ['an AVIF that was cut off', () => cut('avif'), UNREADABLE],
  [
    'a small file of 250 megapixels',
    hugePng,
    'This photo has too many pixels. Please choose one with up to 25 megapixels.',
  ],
])('%s', (_, buildPhoto, sentence) => {
  test('is refused by every call, and nothing is written', async () => {
    const image = await buildPhoto()
    for (const [method, path, name, otherFields] of [
      ['POST', '/image/gallery', 'image', {}],
      ['POST', '/image/profile', 'image', {}],
      ['PUT', '', 'profile_image', fields],
      ['PUT', '', 'gallery_images', { ...fields, profile_image: await photo() }],
    ] as const) {
      const sent = { ...otherFields, [name]: image }
      const { status, body } = await sendForm(server, ana, method, urlOf(ana, path), sent)
      expect([status, body.detail]).toEqual([422, sentence])
    }
  })
})

test('a photo larger than 5242880 bytes is refused, and a gallery image by its name', async () => {
  const jpeg = Buffer.from(await (await photo()).arrayBuffer())
  const large = file('kitchen before.jpg', Buffer.concat([jpeg, Buffer.alloc(5_242_881)]))
  for (const [method, path, name, sentence] of [
    ['PUT', '', 'profile_image', 'Profile image must be less than 5MB'],
    ['POST', '/image/profile', 'image', 'Profile image must be less than 5MB'],
    ['PUT', '', 'gallery_images', 'kitchen before.jpg is too large. Maximum 5MB per image.'],
    ['POST', '/image/gallery', 'image', 'kitchen before.jpg is too large. Maximum 5MB per image.'],
  ] as const) {
    const sent = {
      ...fields,
      ...(name === 'gallery_images' ? { profile_image: await photo() } : {}),
    }
    const form = { ...sent, [name]: large }
    const { status, body } = await sendForm(server, ana, method, urlOf(ana, path), form)
    expect([status, body.detail]).toEqual([422, sentence])
    const named = sentence.startsWith('kitchen') ? { file: 'kitchen before.jpg' } : undefined
    expect(body.params).toEqual(named)
    // With the file first, the fields after it are unread and do not count as missing.
    const fileFirst = await sendForm(server, ana, method, urlOf(ana, path), {
      [name]: large,
      ...sent,
    })
    expect([fileFirst.status, fileFirst.body.detail]).toEqual([422, sentence])
  }
})

test('six gallery images are refused, however small', async () => {
  const tiny = await photo('tiny.jpg', { width: 10, height: 10 })
  const form = { ...fields, profile_image: tiny, gallery_images: Array<File>(6).fill(tiny) }
  const { status, body } = await sendForm(server, ana, 'PUT', urlOf(ana), form)
  expect([status, body.detail]).toEqual([422, 'Maximum 5 gallery images allowed'])
})

test('one file that is no picture refuses the other four too', async () => {
  const valid = await photo()
  const form = {
    ...fields,
    profile_image: valid,
    gallery_images: [valid, valid, file('x.jpg', 'x')],
  }
  const { status } = await sendForm(server, ana, 'PUT', urlOf(ana), form)
  expect(status).toBe(422)
})

describe('a body that is not a form', () => {
  test('is refused with a sentence', async () => {
    const boundary = 'multipart/form-data; boundary=x'
    const head = '--x\r\ncontent-disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n'
    for (const [type, text, code] of [
      ['application/json', '{}', 'form_required'],
      ['multipart/form-data', 'x', 'form_unreadable'],
      [boundary, '', 'image_required'],
      [boundary, 'nothing of the kind', 'form_unreadable'],
      [boundary, head, 'form_unreadable'],
      [boundary, `${head}\xff\xd8\xff`, 'form_unreadable'],
      [
        boundary,
        '--x\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\n1\r\n--x--',
        'form_unreadable',
      ],
      [boundary, '--x\r\n\r\n\r\n--x--\r\n', 'image_required'],
    ] as const) {
      const bytes = Buffer.from(text, 'latin1')
      const answer = await sendBytes(server, ana, 'POST', urlOf(ana, '/image/gallery'), bytes, {
        'content-type': type,
      })
      expect([type, text, answer.body.code]).toEqual([type, text, code])
      expect(answer.status).toBeLessThan(500)
    }
    const other = await sendBytes(server, ana, 'POST', '/api/auth/logout', Buffer.from(''), {
      'content-type': boundary,
    })
    expect(other.status).toBe(415)
  })

  test('of random bytes breaks nothing', async () => {
    const form = new Response(
      Object.entries({ ...fields, image: await photo('a.jpg', { width: 9, height: 9 }) }).reduce(
        (filled, [name, value]) => (filled.append(name, value), filled),
        new FormData(),
      ),
    )
    const type = form.headers.get('content-type')!
    const validBody = Buffer.from(await form.arrayBuffer())
    const arbitraryBody = fc
      .array(fc.tuple(fc.nat(validBody.length - 1), fc.nat(60), fc.uint8Array({ maxLength: 20 })), {
        minLength: 1,
        maxLength: 3,
      })
      .map((edits) =>
        edits.reduce(
          (bytes, [at, removedCount, inserted]) =>
            Buffer.concat([bytes.subarray(0, at), inserted, bytes.subarray(at + removedCount)]),
          validBody,
        ),
      )
    await fc.assert(
      fc.asyncProperty(arbitraryBody, async (bytes) => {
        // The user has no profile: a form that is complete by chance is refused too.
        const unknownPath = await sendBytes(
          server,
          ana,
          'POST',
          urlOf(ana, '/image/nothing'),
          bytes,
          {
            'content-type': type,
          },
        )
        expect(unknownPath.status).toBe(404)
        const answer = await sendBytes(server, ana, 'PUT', urlOf(ana), bytes, {
          'content-type': type,
        })
        expect(answer.status).toBeGreaterThanOrEqual(400)
        expect(answer.status).toBeLessThan(500)
      }),
      { numRuns: 50 },
    )
  })

  test('cut off with its connection leaves no files, and the server keeps working', async () => {
    const address = await server.app.listen({ port: 0, host: '127.0.0.1' })
    const token = await signedIn(server, ana)
    const { port } = new URL(address)
    for (let time = 0; time < 3; time++) {
      const socket = connect(Number(port), '127.0.0.1')
      socket.write(
        `PUT ${urlOf(ana)} HTTP/1.1\r\nhost: localhost\r\ncookie: lustra_session=${token}\r\n` +
          'content-type: multipart/form-data; boundary=x\r\ncontent-length: 900000\r\n\r\n' +
          '--x\r\ncontent-disposition: form-data; name="profile_image"; filename="a.jpg"\r\n\r\n',
      )
      socket.write(Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(50_000)]))
      await expect.poll(incoming).toHaveLength(1)
      socket.destroy()
      await expect.poll(incoming).toHaveLength(0)
    }
    expect((await (await as(server, ana)).get(urlOf(ana))).status).toBe(200)
  })
})

const picturesPid = async () => {
  const { stdout } = await run('ps', ['-o', 'pid=,args=', '--ppid', `${process.pid}`])
  const line = stdout.split('\n').find((process) => process.includes('picture-process.ts'))
  return Number.parseInt(line!, 10)
}

test('bad pictures let neither the server nor the picture process grow without bound', async () => {
  const before = process.memoryUsage.rss()
  const badPictures = [hugePng(), file('a.jpg', new Uint8Array(5_242_880)), await cut('avif')]
  for (let time = 0; time < 20; time++) {
    await Promise.all(
      badPictures.map((image) =>
        sendForm(server, ana, 'POST', urlOf(ana, '/image/gallery'), { image }),
      ),
    )
  }
  const status = await readFile(`/proc/${await picturesPid()}/status`, 'utf8')
  const peakMb = Number(/^VmHWM:\s*(\d+) kB/m.exec(status)?.[1]) / 1024
  expect(peakMb).toBeLessThan(MEMORY_MB_MAX)
  expect((process.memoryUsage.rss() - before) / 1024 ** 2).toBeLessThan(MEMORY_MB_MAX)
})

test('every thread of the picture process has the lowest priority', async () => {
  const image = await photo('a.png', { width: 4000, height: 4000, format: 'png' })
  const folder = await mkdtemp(join(tmpdir(), 'lustra-test-pictures-'))
  const path = join(folder, 'photo.png')
  await writeFile(path, Buffer.from(await image.arrayBuffer()))
  await server.context.pictures.make(path, ana.id)
  const { stdout } = await run('ps', ['-L', '-o', 'ni=', '-p', `${await picturesPid()}`])
  const nice = stdout.trim().split(/\s+/)
  expect(nice.length).toBeGreaterThan(4)
  expect(new Set(nice)).toEqual(new Set(['19']))
  await rm(folder, { recursive: true })
})

test('a crash refuses the current picture, and the next one is made', async () => {
  const { pictures } = server.context
  const folder = await mkdtemp(join(tmpdir(), 'lustra-test-pictures-'))
  const path = join(folder, 'photo.png')
  const image = await photo('a.png', { width: 4000, height: 4000, format: 'png' })
  await writeFile(path, Buffer.from(await image.arrayBuffer()))

  const pid = await picturesPid()
  const making = pictures.make(path, ana.id)
  process.kill(pid, 'SIGKILL')
  await expect(making).rejects.toMatchObject({ code: 'image_unreadable' })
  expect(await pictures.make(path, ana.id)).toMatchObject({ width: 1600, height: 1600 })
  await rm(folder, { recursive: true })
})

test("one person's many uploads are refused beyond ten, and make another wait for one of them only", async () => {
  const { pictures } = server.context
  const folder = await mkdtemp(join(tmpdir(), 'lustra-test-pictures-'))
  const image = await photo('a.png', { width: 3000, height: 3000, format: 'png' })
  const bytes = Buffer.from(await image.arrayBuffer())
  const made: string[] = []
  const make = async (name: string, person: string) => {
    const path = join(folder, name)
    await writeFile(path, bytes)
    await pictures.make(path, person)
    made.push(name)
  }
  const many = await Promise.all(
    Array.from({ length: 14 }, (_, index) =>
      writeFile(join(folder, `many-${index}`), bytes).then(() => index),
    ),
  )
  await writeFile(join(folder, 'other'), bytes)
  const results = many.map((index) =>
    pictures.make(join(folder, `many-${index}`), 'many').then(
      () => made.push(`many-${index}`),
      (error: unknown) => (error as { code: string }).code,
    ),
  )
  const other = pictures.make(join(folder, 'other'), 'other').then(() => made.push('other'))
  const outcomes = await Promise.all(results)
  await other
  expect(outcomes.filter((outcome) => outcome === 'too_many_requests')).toHaveLength(3)
  expect(made.indexOf('other')).toBeLessThanOrEqual(2)
  expect(made).toHaveLength(12)
  await make('later', 'many')
  await rm(folder, { recursive: true })
})
