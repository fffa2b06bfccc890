// rule: photo-required
import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import { photo, sendForm } from '#server/test/builders/form.ts'
import { makeAvif } from '#server/pictures/stored-picture.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { runDueJobs } from '#server/test/run-due-jobs.ts'

let server: TestServer
let ana: { id: string }
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  ana = await buildProfessional(server, { profile_image: null })
})

const urlOf = (kind: string, { id } = ana) => `/api/professional/profile/${id}/image/${kind}`
const add = (kind: 'profile' | 'gallery', image: File | File[] = [], headers = {}) =>
  sendForm(server, ana, 'POST', urlOf(kind), { image }, headers)
const remove = async (kind: string) => (await as(server, ana)).delete(urlOf(kind))
const rowOf = ({ id }: { id: string }) =>
  server.db
    .selectFrom('professionals')
    .select(['profile_image', 'gallery_images', 'images'])
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow()
const storedFiles = () => readdir(server.context.config.uploadsDir).catch(() => [])
const found = async ({ id }: { id: string }) => {
  const { body } = await visitor(server).get(
    '/api/professionals/search/enhanced?zip_code=78701&page_size=50',
  )
  return body.professionals.some(({ user_id }: { user_id: string }) => user_id === id)
}
const missing = async () => {
  const { body } = await (await as(server, ana)).get(`/api/professional/dashboard/${ana.id}`)
  return body.photo_missing
}
const status = async (url: string, headers = {}) => (await visitor(server).get(url, headers)).status

// rule: profile-form-screen
describe('a single photo', () => {
  // rule: photos
  test('is added to the gallery, in three sizes and with its width and height', async () => {
    const { status: code, body } = await add(
      'gallery',
      await photo('a.jpg', { width: 3000, height: 600 }),
    )
    expect(code).toBe(200)
    expect(body).toMatchObject({ profile_image_url: null, images: [{ width: 1600, height: 320 }] })
    const [url] = body.gallery_images
    for (const size of ['', '-640', '-240']) {
      expect(await status(url.replace('.webp', `${size}.webp`))).toBe(200)
    }
    const shown = await visitor(server).get(`/api/professional/public-view/${ana.id}`)
    expect(shown.body.professional).toMatchObject({ gallery_images: [url], images: body.images })
  })

  // rule: picture-storage-owner
  test('replaces the previous one, whose files are deleted', async () => {
    const first = (await add('profile', await photo())).body.profile_image_url
    const second = (await add('profile', await photo())).body
    expect(second.profile_image_url).not.toBe(first)
    expect(second.images).toHaveLength(1)
    expect(await status(first)).toBe(200)
    await runDueJobs(server.context)
    expect([await status(first), await status(second.profile_image_url)]).toEqual([404, 200])
  })

  // rule: photos
  test('with the same key is added once; of six at once five are added', async () => {
    const headers = { 'idempotency-key': 'this-photo' }
    const image = await photo()
    const [first, second] = [
      await add('gallery', image, headers),
      await add('gallery', image, headers),
    ]
    expect([first.status, second.body]).toEqual([200, first.body])
    const many = await Promise.all(Array.from({ length: 5 }, async () => add('gallery', image)))
    expect(many.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([
      200, 200, 200, 200, 422,
    ])
    const tooMany = await add('gallery', image)
    expect([tooMany.status, tooMany.body.detail]).toEqual([422, 'Maximum 5 gallery images allowed'])
    expect((await rowOf(ana)).gallery_images).toHaveLength(5)
  })

  test('needs a saved profile, and a file', async () => {
    const before = await storedFiles()
    const withoutProfile = await buildClient(server, { role: 'professional' })
    const url = urlOf('gallery', withoutProfile)
    const early = await sendForm(server, withoutProfile, 'POST', url, { image: await photo() })
    expect([early.status, early.body.detail]).toEqual([409, 'Complete your profile first'])
    const withoutPhoto = await add('profile')
    expect([withoutPhoto.status, withoutPhoto.body.code]).toEqual([422, 'image_required'])
    expect(await storedFiles()).toEqual(before)
  })
})

describe('removing', () => {
  test('DELETE image/profile removes the profile photo, and a repetition is harmless', async () => {
    const { profile_image_url: url } = (await add('profile', await photo())).body
    for (const _ of [1, 2]) {
      const answer = await remove('profile')
      expect([answer.status, answer.body.profile_image_url, answer.body.images]).toEqual([
        200,
        null,
        [],
      ])
    }
    await runDueJobs(server.context)
    expect(await status(url)).toBe(404)
  })

  test('DELETE image/gallery removes the saved gallery image at its index', async () => {
    const urls: string[] = []
    for (const _ of [1, 2, 3]) {
      urls.push((await add('gallery', await photo())).body.gallery_images.at(-1))
    }
    const answer = await remove('gallery?image_index=1')
    expect([answer.status, answer.body.gallery_images]).toEqual([200, [urls[0], urls[2]]])
    await runDueJobs(server.context)
    expect(await Promise.all(urls.map((url) => status(url)))).toEqual([200, 404, 200])
  })

  test.each([
    ['3', 404, 'Image not found'],
    ['-1', 404, 'Image not found'],
    ['1.5', 422, 'Please check the image index.'],
    ['', 422, 'Please check the image index.'],
    ['one', 422, 'Please check the image index.'],
    ['999999999999', 422, 'Please check the image index.'],
  ])('at the index %s is refused, and nothing goes', async (index, code, sentence) => {
    await add('gallery', await photo())
    const answer = await remove(`gallery?image_index=${index}`)
    expect([answer.status, answer.body.detail]).toEqual([code, sentence])
    expect(answer.body.params).toEqual(code === 422 ? { field: 'image_index' } : undefined)
    expect((await rowOf(ana)).gallery_images).toHaveLength(1)
  })

  test('a picture whose index changed in the meantime is not confused with another', async () => {
    const [first] = (await add('gallery', await photo())).body.gallery_images
    await add('gallery', await photo())
    const query = `gallery?image_index=0&image_url=${encodeURIComponent(first)}`
    const answers = [await remove(query), await remove(query)]
    expect(answers.map((answer) => answer.status)).toEqual([200, 404])
    expect((await rowOf(ana)).gallery_images).toHaveLength(1)
  })

  // rule: picture-storage-owner
  test('removing a picture that another profile names keeps its files', async () => {
    const { profile_image_url: url } = (await add('profile', await photo())).body
    const { profile_image } = await rowOf(ana)
    await buildProfessional(server, { profile_image })
    await remove('profile')
    await runDueJobs(server.context)
    expect(await status(url)).toBe(200)
  })
})

// rule: photos
test('a picture is stored as AVIF later, and served at the same address to readers that accept it', async () => {
  const { profile_image_url: url } = (await add('profile', await photo())).body
  const avif = { accept: 'image/avif,image/webp,*/*' }
  const typeOf = async (headers = {}) => {
    const answer = await visitor(server).get(url, headers)
    return [answer.headers['content-type'], answer.headers['vary'], answer.headers['etag']]
  }
  const early = await typeOf(avif)
  expect(early[0]).toBe('image/webp')
  await makeAvif(server.context, { file: url.split('/').at(-1)! })
  const otherType = await typeOf(avif)
  expect(otherType[0]).toBe('image/avif')
  expect(otherType[1]).toContain('Accept')
  expect(otherType[2]).not.toBe(early[2])
  expect((await typeOf({ accept: 'image/webp' }))[0]).toBe('image/webp')
})

// rule: photos
test('an account has a limit of photos an hour, and the refusal says when to continue', async () => {
  const strict = await testServer({ RATE_LIMIT_SCALE: '1' })
  const other = await buildProfessional(strict)
  const url = urlOf('gallery', other)
  const send = async () => (await sendForm(strict, other, 'POST', url, {})).status
  for (let time = 0; time < 120; time++) expect(await send()).toBe(422)
  expect(await send()).toBe(429)
  await strict.close()
})

test('a profile whose photo was deleted leaves search, says so on the dashboard, and comes back with a new photo', async () => {
  await add('profile', await photo())
  expect([await found(ana), await missing()]).toEqual([true, false])
  await remove('profile')
  expect([await found(ana), await missing()]).toEqual([false, true])
  await add('gallery', await photo())
  await remove('profile')
  expect([await found(ana), await missing()]).toEqual([false, true])
  expect(await status(`/api/professional/public-view/${ana.id}`)).toBe(200)
  await add('profile', await photo())
  expect([await found(ana), await missing()]).toEqual([true, false])
})
