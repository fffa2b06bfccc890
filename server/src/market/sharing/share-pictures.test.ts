// rule: sharing, letter-texts
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildProfessional } from '#server/test/builders/build.ts'
import { visitor } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { loadSharedProfessional } from './sharing.queries.ts'
import { professionalCard } from '#server/pictures/share/cards.ts'
import { countCities } from '../cities/count-cities.ts'

// The process that draws has the lowest priority, so a busy machine delays it.
vi.setConfig({ testTimeout: 90_000 })

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const pictureOf = ({ slug }: { slug: string }) => `/professional/${slug}/share.jpg`
const read = (url: string, headers = {}) => server.app.inject({ url, headers })

/** The drawn picture. Asks again while the answer is the default picture: the machine was too busy to draw. */
const readDrawn = (url: string) =>
  vi.waitFor(
    async () => {
      const answer = await read(url)
      expect(answer.statusCode).toBe(200)
      return answer
    },
    { timeout: 80_000 },
  )

const grace = {
  slug: 'grace',
  full_name: 'Grace Walker',
  rating: 4.86,
  total_reviews: 1148,
  hourly_rate: 42.5,
  checked: true,
  simulated: false,
  city: 'Austin, TX',
}

test('the picture of a profile is a JPEG of 1200 × 630, and its ETag is answered with 304', async () => {
  const professional = await buildProfessional(server, { full_name: 'Conceição Muñoz' })
  const answer = await readDrawn(pictureOf(professional))
  expect(answer.headers['content-type']).toBe('image/jpeg')
  expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ width: 1200, height: 630 })
  const etag = String(answer.headers['etag'])
  expect(etag).toMatch(/^"[\w-]{20,}"$/)
  const revalidated = await read(pictureOf(professional), { 'if-none-match': etag })
  expect([revalidated.statusCode, revalidated.body]).toEqual([304, ''])
})

test('the picture changes with the rate and with the language', async () => {
  const professional = await buildProfessional(server)
  const tag = async (query = '') =>
    (await readDrawn(pictureOf(professional) + query)).headers['etag'] as string
  const [first, portuguese] = [await tag(), await tag('?lang=pt')]
  await server.db
    .updateTable('professionals')
    .set({ hourly_rate_cents: 9900 })
    .where('user_id', '=', professional.id)
    .execute()
  expect(new Set([first, portuguese, await tag()]).size).toBe(3)
})

test('the facts of a picture say that the check was simulated', async () => {
  const { id, slug } = await buildProfessional(server)
  for (const background_check_simulated of [true, false]) {
    await server.db
      .updateTable('professionals')
      .set({
        background_check_status: 'approved',
        background_checked_at: new Date(),
        background_check_simulated,
      })
      .where('user_id', '=', id)
      .execute()
    const facts = await loadSharedProfessional(server.db, slug)
    expect(facts).toMatchObject({ checked: true, simulated: background_check_simulated })
  }
})

test('an unreachable professional has no picture, nor has an unknown city', async () => {
  const hidden = await buildProfessional(server, { active: false })
  for (const url of [pictureOf(hidden), pictureOf({ slug: 'nobody' })])
    expect(await visitor(server).get(url)).toMatchObject({
      status: 404,
      body: { code: 'professional_not_found' },
    })
  const url = '/house-cleaning/tx/nowhere/share.jpg'
  expect((await visitor(server).get(url)).status).toBe(404)
})

test('a city has a picture while a listed professional serves it', async () => {
  await buildProfessional(server, { areas: ['Miami, FL'] })
  await countCities(server.context)
  const { rawPayload } = await readDrawn('/house-cleaning/fl/miami/share.jpg?lang=es')
  expect((await sharp(rawPayload).metadata()).format).toBe('jpeg')
})

test('many requests for one picture draw it once, and too many for others are redirected to the default picture', async () => {
  const { sharePictures } = server.context
  const card = professionalCard('en', grace)
  const answers = await Promise.all(
    Array.from({ length: 60 }, () => sharePictures.of(card, undefined)),
  )
  expect(new Set(answers).size).toBe(1)
  expect(answers[0]).toBeDefined()
  const others = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      sharePictures.of({ ...card, price: `$${index}` }, undefined),
    ),
  )
  const drawn = others.filter(Boolean).length
  expect(drawn).toBeGreaterThan(0)
  expect(drawn).toBeLessThan(40)
})

test('a photo that cannot be read leads to the default picture, which is not cached', async () => {
  const file = `${'ab'.repeat(16)}.webp`
  await server.context.files.put(file, Buffer.from('no picture'))
  const professional = await buildProfessional(server, { profile_image: file })
  const answer = await read(pictureOf(professional))
  expect([answer.statusCode, answer.headers['location']]).toEqual([302, '/share.jpg'])
  expect(answer.headers['cache-control']).toBe('no-store')
})

test('a card shows the rating of reviews that count, and prices as the screens print them, in its language', () => {
  expect(professionalCard('en', grace)).toMatchObject({
    title: 'Grace Walker Cleaning',
    about: 'House cleaning · Austin, TX',
    rating: { average: '4.9', count: '1,148 reviews' },
    badge: 'Background check approved',
    price: '$42.50',
  })
  const simulated = { ...grace, simulated: true }
  expect(
    (['en', 'pt', 'es'] as const).map((language) => professionalCard(language, simulated).badge),
  ).toEqual(['Background check simulated', 'Antecedentes: simulação', 'Antecedentes: simulación'])
  const unrated = { ...grace, rating: 0, total_reviews: 0, checked: false, city: undefined }
  expect(professionalCard('pt', unrated)).toMatchObject({
    about: 'Limpeza de casas',
    rating: 'Perfil novo na Lustra',
    badge: undefined,
  })
  expect(professionalCard('es', { ...grace, total_reviews: 1 })).toMatchObject({
    rating: { average: '4.9', count: '1 reseña' },
    price: '$42.50',
  })
})
