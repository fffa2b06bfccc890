import { expect } from '@playwright/test'
import sharp from 'sharp'
import { VIEWS } from '../../web/src/router/views.ts'
import { test } from '../support/journey.ts'

const FOUND = [
  '/',
  '/search?zip_code=78701',
  '/professional/grace-walker',
  '/house-cleaning',
  '/house-cleaning/tx',
  '/house-cleaning/tx/austin',
]
const HIDDEN = ['/login', '/register', '/forgot-password', '/search?zip_code=78701&sort_by=price']

test('crawlers are let to every page that is to be found, and to none that is one person’s', async ({
  request,
}) => {
  const robots = await (await request.get('/robots.txt')).text()
  const refused = [...robots.matchAll(/^Disallow: (\S+)$/gm)].map(([, path = '']) => path)
  const isRefused = (path: string) => refused.some((beginning) => path.startsWith(beginning))
  for (const { name, guard, paths } of VIEWS) {
    const isOnesOwn = ['user', 'client', 'professional'].includes(guard)
    const isOnesLink = paths.some((path) => /:(token|session)/.test(path))
    for (const path of paths) {
      if (isOnesOwn || isOnesLink) expect(isRefused(path), name).toBe(true)
      else expect(isRefused(path), name).toBe(false)
    }
  }
  for (const path of [...FOUND, ...HIDDEN]) expect(isRefused(path), path).toBe(false)
})

test('a page that is not to be found says so in its answer too', async ({ request }) => {
  for (const path of FOUND) {
    const answer = await request.get(path)
    expect(answer.status(), path).toBe(200)
    expect(answer.headers()['x-robots-tag'], path).toBeUndefined()
  }
  for (const path of [...HIDDEN, '/reset-password/secret', '/nowhere']) {
    const answer = await request.get(path)
    expect(answer.headers()['x-robots-tag'], path).toBe('noindex')
  }
})

test('a page that is to be found is titled, names Lustra once, and tells machines what it is about', async ({
  request,
}) => {
  for (const path of FOUND) {
    const page = await (await request.get(path)).text()
    const [, title = ''] = /<title>(.*?)<\/title>/.exec(page) ?? []
    expect(title.match(/Lustra/g), path).toEqual(['Lustra'])
    const [, about = '{}'] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(page) ?? []
    expect(JSON.parse(about), path).toMatchObject({ '@context': 'https://schema.org' })
  }
  const results = await (await request.get('/search?zip_code=78701')).text()
  expect(results).toContain('"@type":"SearchResultsPage"')
  expect(results).toMatch(/"position":1,"name":"[^"]+ Cleaning","url":"[^"]+\/professional\//)
})

test('a page that is shared shows a picture that is there, in the size it says', async ({
  request,
}) => {
  for (const path of FOUND) {
    const page = await (await request.get(`${path}${path.includes('?') ? '&' : '?'}lang=pt`)).text()
    const [, address = ''] = /<meta property="og:image" content="(.*?)">/.exec(page) ?? []
    const picture = await request.get(address)
    expect(picture.headers()['content-type'], path).toBe('image/jpeg')
    const { width, height } = await sharp(await picture.body()).metadata()
    expect([width, height], path).toEqual([1200, 630])
  }
})

test('the sitemap names the pages of cities and profiles, and each can be had', async ({
  request,
}) => {
  const sitemap = await (await request.get('/sitemap.xml')).text()
  const addresses = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => address)
  expect(addresses.length).toBeGreaterThan(100)
  for (const kind of ['/house-cleaning/tx/austin', '/professional/grace-walker']) {
    const address = addresses.find((named) => named.endsWith(kind))
    expect(address, kind).toBeDefined()
    expect((await request.get(new URL(address ?? '').pathname)).status()).toBe(200)
  }
})
