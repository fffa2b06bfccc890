// rule: place-suggestions
import { afterAll, beforeAll, expect, test } from 'vitest'
import { visitor } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const suggest = (query: string) => visitor(server).get(`/api/locations/search${query}`)

test('a place is suggested by ZIP or by name, with all facts that the field needs', async () => {
  const { status, headers, body } = await suggest('?q=78701')
  expect(status).toBe(200)
  expect(headers['cache-control']).toBe('public, max-age=3600')
  expect(body.suggestions[0]).toEqual({
    label: '78701 – Austin, TX',
    zip: '78701',
    city: 'Austin',
    state: 'TX',
    kind: 'zip',
  })
  expect((await suggest('?q=Austin,%20TX')).body.suggestions[0].label).toBe('Austin, TX')
})

test('each suggestion has a label and a ZIP', async () => {
  const { status, body } = await suggest('?q=02118')
  expect(status).toBe(200)
  expect(body.suggestions[0]).toMatchObject({ label: '02118 – Boston, MA', zip: '02118' })
})

test.each(['', '?q=', '?q=7', '?q=%20%20a%20', '?q=zzzzzz', '?q=%00%27--'])(
  'nothing is suggested for %j',
  async (query) => {
    expect(await suggest(query)).toMatchObject({ status: 200, body: { suggestions: [] } })
  },
)

test.each([`?q=${'a'.repeat(201)}`, '?q=aa&q=bb'])('%.20s… is refused', async (query) => {
  expect((await suggest(query)).status).toBe(422)
})
