// rule: indexable-pages
import { expect } from '@playwright/test'
import sharp from 'sharp'
import { VIEWS } from '../../web/src/router/views.ts'
import { test } from '../support/journey.ts'
import { INDEXABLE_PAGES } from '../support/public-pages.ts'

const NOT_INDEXABLE = [
  '/login',
  '/register',
  '/forgot-password',
  '/search?zip_code=78701&sort_by=price',
]

test('robots.txt allows every public page and forbids personal screens and personal links', async ({
  request,
}) => {
  const robots = await (await request.get('/robots.txt')).text()
  const disallowed = [...robots.matchAll(/^Disallow: (\S+)$/gm)].map(([, path = '']) => path)
  const isDisallowed = (path: string) => disallowed.some((prefix) => path.startsWith(prefix))
  for (const { name, guard, paths } of VIEWS) {
    const isPersonalScreen = ['user', 'client', 'professional'].includes(guard)
    const isPersonalLink = paths.some((path) => /:(token|session)/.test(path))
    for (const path of paths) {
      if (isPersonalScreen || isPersonalLink) expect(isDisallowed(path), name).toBe(true)
      else expect(isDisallowed(path), name).toBe(false)
    }
  }
  for (const path of [...INDEXABLE_PAGES, ...NOT_INDEXABLE])
    expect(isDisallowed(path), path).toBe(false)
})

test('a page that must not be indexed answers with the header X-Robots-Tag: noindex', async ({
  request,
}) => {
  for (const path of INDEXABLE_PAGES) {
    const answer = await request.get(path)
    expect(answer.status(), path).toBe(200)
    expect(answer.headers()['x-robots-tag'], path).toBeUndefined()
  }
  for (const path of [...NOT_INDEXABLE, '/reset-password/secret', '/nowhere']) {
    const answer = await request.get(path)
    expect(answer.headers()['x-robots-tag'], path).toBe('noindex')
  }
})

test('an indexable page has a title that names Lustra once, and structured data for search engines', async ({
  request,
}) => {
  for (const path of INDEXABLE_PAGES) {
    const page = await (await request.get(path)).text()
    const [, title = ''] = /<title>(.*?)<\/title>/.exec(page) ?? []
    expect(title.match(/Lustra/g), path).toEqual(['Lustra'])
    const [, structuredData = '{}'] =
      /<script type="application\/ld\+json">(.*?)<\/script>/.exec(page) ?? []
    expect(JSON.parse(structuredData), path).toMatchObject({ '@context': 'https://schema.org' })
  }
  const results = await (await request.get('/search?zip_code=78701')).text()
  expect(results).toContain('"@type":"SearchResultsPage"')
  expect(results).toMatch(/"position":1,"name":"[^"]+ Cleaning","url":"[^"]+\/professional\//)
})

// rule: sharing
test('the share picture of an indexable page exists, and is 1200 × 630 pixels', async ({
  request,
}) => {
  for (const path of INDEXABLE_PAGES) {
    const page = await (await request.get(`${path}${path.includes('?') ? '&' : '?'}lang=pt`)).text()
    const [, address = ''] = /<meta property="og:image" content="(.*?)">/.exec(page) ?? []
    const picture = await request.get(address)
    expect(picture.headers()['content-type'], path).toBe('image/jpeg')
    const { width, height } = await sharp(await picture.body()).metadata()
    expect([width, height], path).toEqual([1200, 630])
  }
})

test('the sitemap lists city pages and profiles, and their addresses open', async ({ request }) => {
  const sitemap = await (await request.get('/sitemap.xml')).text()
  const addresses = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => address)
  expect(addresses.length).toBeGreaterThan(100)
  for (const kind of ['/house-cleaning/tx/austin', '/professional/grace-walker']) {
    const address = addresses.find((listed) => listed.endsWith(kind))
    expect(address, kind).toBeDefined()
    expect((await request.get(new URL(address ?? '').pathname)).status()).toBe(200)
  }
})
