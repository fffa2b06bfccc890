// rule: indexable-pages
// rule: indexable-pages
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildProfessional } from '#server/test/builders/build.ts'
import { visitor } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { countCities } from '../cities/count-cities.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ PUBLIC_ORIGIN: 'https://lustra.example' })
})
afterAll(() => server.close())

test('/sitemap.xml and /api/sitemap.xml name the cities that have professionals and the listed professionals only, and no ids', async () => {
  const listed = await buildProfessional(server)
  const unlisted = await buildProfessional(server, { active: false, areas: ['Miami, FL'] })
  await countCities(server.context)
  for (const path of ['/sitemap.xml', '/api/sitemap.xml']) {
    const { status, headers, body } = await visitor(server).get(path)
    expect(status).toBe(200)
    expect(headers['content-type']).toMatch(/^application\/xml/)
    expect(body).toContain('<loc>https://lustra.example/</loc>')
    for (const place of ['', '/tx', '/tx/austin'])
      expect(body).toContain(`<loc>https://lustra.example/house-cleaning${place}</loc>`)
    expect(body).not.toContain('/house-cleaning/fl')
    expect(body).toContain(`<loc>https://lustra.example/professional/${listed.slug}</loc>`)
    expect(body).not.toContain(`${unlisted.slug}<`)
    expect(body).not.toContain(listed.id)
  }
})

test('GET /api/robots.txt and GET /api/sitemap.xml return the same texts as /robots.txt and /sitemap.xml', async () => {
  for (const name of ['robots.txt', 'sitemap.xml']) {
    const [api, root] = [
      await visitor(server).get(`/api/${name}`),
      await visitor(server).get(`/${name}`),
    ]
    expect(api.status).toBe(200)
    expect(api.body).toBe(root.body)
    expect(api.body).not.toBe('')
  }
})

test.each(['/robots.txt', '/api/robots.txt'])(
  '%s keeps crawlers out of private screens and names the sitemap',
  async (path) => {
    const { status, headers, body } = await visitor(server).get(path)
    expect(status).toBe(200)
    expect(headers['content-type']).toMatch(/^text\/plain/)
    for (const hidden of ['/api/', '/dashboard', '/messages', '/settings', '/reset-password'])
      expect(body).toContain(`Disallow: ${hidden}\n`)
    expect(body).toContain('Sitemap: https://lustra.example/sitemap.xml\n')
  },
)
