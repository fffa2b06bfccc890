import { expect, test } from 'vitest'
import { professional, ANSWERS, aboutIn, page } from '../../../../e2e/support/rendered-page.ts'

// rule: indexable-pages, city-pages
test('the data for search engines has the path to a city and the listed professionals, with full addresses', async () => {
  const { html } = await page('/house-cleaning/tx/austin')
  const origin = 'https://lustra.example'
  expect(aboutIn(html)).toMatchObject({
    '@context': 'https://schema.org',
    '@type': 'CollectionPage',
    url: `${origin}/house-cleaning/tx/austin`,
    image: `${origin}/api/uploads/1.webp`,
    breadcrumb: {
      '@type': 'BreadcrumbList',
      itemListElement: [
        { position: 1, name: 'All cities', item: `${origin}/house-cleaning` },
        { position: 2, name: 'Texas', item: `${origin}/house-cleaning/tx` },
        { position: 3, name: 'Austin', item: `${origin}/house-cleaning/tx/austin` },
      ],
    },
    mainEntity: {
      '@type': 'ItemList',
      numberOfItems: 1200,
      itemListElement: [
        {
          '@type': 'ListItem',
          position: 1,
          name: 'Grace Walker Cleaning',
          url: `${origin}/professional/grace-walker`,
        },
      ],
    },
  })
})

// rule: indexable-pages
test('the data for search engines describes home, its organization and the address of the search', async () => {
  const origin = 'https://lustra.example'
  expect(aboutIn((await page('/')).html)).toMatchObject({
    '@type': 'WebSite',
    url: `${origin}/`,
    publisher: { '@type': 'Organization', url: `${origin}/`, logo: `${origin}/icon-512.png` },
    potentialAction: {
      '@type': 'SearchAction',
      target: { urlTemplate: `${origin}/search?zip_code={zip_code}` },
    },
  })
})

// rule: indexable-pages, city-pages
test('the data for search engines lists the states, and the cities of a state', async () => {
  const listOf = async (url: string) => {
    const about = aboutIn((await page(url)).html) as { mainEntity: { itemListElement: object[] } }
    return about.mainEntity.itemListElement
  }
  const origin = 'https://lustra.example/house-cleaning'
  expect(await listOf('/house-cleaning')).toMatchObject([{ name: 'Texas', url: `${origin}/tx` }])
  expect(await listOf('/house-cleaning/tx')).toMatchObject([
    { name: 'Austin', url: `${origin}/tx/austin` },
  ])
})

// rule: indexable-pages
test('the data for search engines equals what a profile shows, with a rating only when reviews count', async () => {
  expect(aboutIn((await page('/professional/grace-walker')).html)).toMatchObject({
    '@context': 'https://schema.org',
    '@type': 'LocalBusiness',
    url: 'https://lustra.example/professional/grace-walker',
    areaServed: ['Austin, TX'],
    aggregateRating: { ratingValue: 4.8, reviewCount: 1 },
  })
  const path = '/api/public/professional/grace-walker'
  const before = ANSWERS[path]
  ANSWERS[path] = { professional: { ...professional, rating: 166 / 34, total_reviews: 34 } }
  const ofMany = await page('/professional/grace-walker')
  expect(aboutIn(ofMany.html)).toMatchObject({ aggregateRating: { ratingValue: 4.9 } })
  ANSWERS[path] = { professional: { ...professional, rating: 0, total_reviews: 0 } }
  const { html } = await page('/professional/grace-walker')
  ANSWERS[path] = before
  expect(aboutIn(html)).not.toHaveProperty('aggregateRating')
  expect(aboutIn((await page('/login')).html)).toBeNull()
})
