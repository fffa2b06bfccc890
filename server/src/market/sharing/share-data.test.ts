// rule: sharing
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ PUBLIC_ORIGIN: 'http://lustra.example' })
})
afterAll(() => server.close())

const addressFor = ({ id }: { id: string }) => `/api/professional/share-link/${id}`

test('share data is share_url, share_text and the four social_links, built from our own origin', async () => {
  const grace = await buildProfessional(server, {
    slug: 'grace-walker',
    full_name: 'Grace Walker',
    hourly_rate_cents: 4250,
  })
  const answer = await (
    await as(server, grace)
  ).get(addressFor(grace), { host: 'evil.example', 'x-forwarded-host': 'evil.example' })
  const url = 'http://lustra.example/professional/grace-walker'
  expect(answer).toMatchObject({
    status: 200,
    body: {
      share_url: url,
      share_text: `Grace Walker Cleaning on Lustra: home cleaning for $42.50 an hour. ${url}`,
    },
  })
  const { facebook, twitter, linkedin, whatsapp } = answer.body.social_links
  expect(new URL(facebook).searchParams.get('u')).toBe(url)
  expect(new URL(twitter).searchParams.get('url')).toBe(url)
  expect(new URL(linkedin).searchParams.get('url')).toBe(url)
  expect(new URL(whatsapp).searchParams.get('text')).toBe(answer.body.share_text)
  // Some phones show a plus sign as it is.
  expect(`${facebook} ${twitter} ${linkedin} ${whatsapp}`).not.toContain('+')
})

test('the text is in the language of the request', async () => {
  const ana = await buildProfessional(server, { full_name: 'Ana Souza' })
  const { body } = await (
    await as(server, ana)
  ).get(addressFor(ana), { 'accept-language': 'pt-BR,pt;q=0.9' })
  expect(body.share_text).toContain(
    'Ana Souza Cleaning na Lustra: limpeza por US$\u00A065,00 a hora.',
  )
})

test('only an active and subscribed professional can share their profile', async () => {
  const marcus = await buildProfessional(server, { active: false })
  expect(await (await as(server, marcus)).get(addressFor(marcus))).toMatchObject({
    status: 403,
    body: { code: 'activate_to_share', detail: 'Activate your account to share your profile' },
  })
})

test('share-link returns its data to the professional only, and refuses everybody else', async () => {
  const grace = await buildProfessional(server)
  expect((await visitor(server).get(addressFor(grace))).status).toBe(401)
  for (const other of [await buildProfessional(server), await buildClient(server)]) {
    expect(await (await as(server, other)).get(addressFor(grace))).toMatchObject({
      status: 403,
      body: { code: 'not_yours' },
    })
  }
})
