// rule: server-rendering
import { expect, test } from 'vitest'
import { LANGUAGES } from '#contract/product.ts'
import { render } from '#web/entries/entry-server.tsx'
import { VIEWS } from '#web/router/views.ts'
import {
  professional,
  ANSWERS,
  fetcher,
  aboutIn,
  user,
  page,
} from '../../../e2e/support/rendered-page.ts'

// rule: home-first-view, server-rendering
test('the home page shows heading, search form, price and the cities’ numbers before any script runs', async () => {
  const { text } = await page('/')
  for (const words of ['Your Home Deserves Spotless Care', 'Austin, TX', '1,200 professionals']) {
    expect(text).toContain(words)
  }
  expect(text).toContain('$19.90 a month')
  expect(text).toContain('action="/search"')
})

// rule: search-card, search-address
test('search results show their professionals, with three services and four photos each', async () => {
  const { text } = await page('/search?zip_code=78701')
  expect(text).toContain('Search Results for ZIP: 78701')
  expect(text).toContain('1 professional found')
  for (const words of ['Grace Walker Cleaning', '$42.00', 'Serves:', '+1 more', '+2<']) {
    expect(text).toContain(words)
  }
  expect(text).not.toContain('/api/uploads/5.webp')
  expect(text).toContain('View Profile')
  expect(text).toContain('Contact Professional')
})

// rule: search-finds-listed, search-address
test('where no professional serves, the nearest served places are links', async () => {
  const { text } = await page('/search?zip_code=00000')
  expect(text).toContain('No professionals found')
  expect(text).toContain('href="/search?zip_code=79901"')
  expect(text).toContain('Return Home')
})

// rule: indexable-pages
test('one results page of a ZIP is indexable, and none with filters or without professionals', async () => {
  const search = '/search?zip_code=78701'
  const found = (await page(search)).html
  expect(found).not.toContain('noindex')
  expect(found).toContain(
    '<link rel="canonical" href="https://lustra.example/search?zip_code=78701">',
  )
  for (const hidden of [
    '/search',
    '/search?zip_code=00000',
    `${search}&page=2`,
    `${search}&sort_by=price`,
  ])
    expect((await page(hidden)).html).toContain('<meta name="robots" content="noindex">')
})

// rule: service-types
test('the results offer post-construction only where somebody does it, or while it is chosen', async () => {
  const option = '<option value="post_construction"'
  expect((await page('/search?zip_code=78701')).html).not.toContain(option)
  const chosen = await page('/search?zip_code=78701&service_type=post_construction')
  expect(chosen.text).toContain('1 professional found')
  expect(chosen.html).toContain(option)
})

// rule: search-finds-listed
test('a search without a ZIP code shows that one is needed', async () => {
  expect((await page('/search?zip_code=')).text).toContain('Please enter a ZIP code')
})

// rule: profile-content, profile-booking, indexable-pages
test('a profile can be read without scripts, and its sign-up link leads a visitor back to book', async () => {
  const { text, html } = await page('/professional/grace-walker')
  for (const words of [
    'Back to Search Results',
    'Want to book this professional?',
    'Before &amp; After Projects',
    'Client Reviews',
    'Not a verified booking',
    'Responds within 2 hours',
    'Measured: 72% of all answers',
    'Sign up to book',
  ]) {
    expect(text).toContain(words)
  }
  const back = encodeURIComponent(`/professionals/${professional.user_id}?book=1`)
  expect(text).toContain(`href="/?next=${back}"`)
  expect(html).toContain(
    '<link rel="canonical" href="https://lustra.example/professional/grace-walker">',
  )
})

// rule: profile-addresses, indexable-pages, failures
test('a profile that is not available is a 404 that is not indexable', async () => {
  const { status, html } = await page('/professional/nobody')
  expect(status).toBe(404)
  expect(html).toContain('This professional is not available.')
  expect(html).toContain('<meta name="robots" content="noindex">')
})

// rule: indexable-pages
test('every screen has its own title, followed by the product’s name, and each public page a description', async () => {
  const PARAMETERS = {
    ':slug': 'grace-walker',
    ':state': 'tx',
    ':city': 'austin',
    ':list': 'leads',
  }
  const titles: string[] = []
  const withoutDescription: string[] = []
  for (const { name, paths, guard, ssr } of VIEWS) {
    const path = paths[0]!.replaceAll(
      /:\w+/g,
      (parameter) => PARAMETERS[parameter as keyof typeof PARAMETERS] ?? 'x',
    )
    const url = name === 'search-results' ? `${path}?zip_code=78701` : path
    const isVisitor = guard === 'visitor' || guard === 'anyone'
    const role = guard === 'client' ? 'client' : 'professional'
    const { html } = await page(url, isVisitor ? null : { ...user, role })
    titles.push(/<title>(.*?)<\/title>/.exec(html)?.[1] ?? '')
    if (ssr && !/<meta name="description" content="[^"]/.test(html)) withoutDescription.push(name)
  }
  for (const title of titles) expect(title).toMatch(/Lustra/)
  expect(new Set(titles).size).toBe(VIEWS.length)
  expect(withoutDescription).toEqual([])
})

// rule: city-pages, indexable-pages
test('the page of a city shows its facts and links to its ZIP codes, nearby cities and its state', async () => {
  const { status, text, html } = await page('/house-cleaning/tx/austin')
  expect(status).toBe(200)
  for (const words of ['House cleaning in Austin, TX', '1,200', '$28.50', '4.7', 'Grace Walker'])
    expect(text).toContain(words)
  for (const address of ['/search?zip_code=78745', '/house-cleaning/tx/kyle', '/house-cleaning/tx'])
    expect(text).toContain(`href="${address}"`)
  expect(html).toContain(
    '<meta name="description" content="1,200 cleaning professionals in Austin, TX, from $28.50 an hour.',
  )
})

// rule: city-pages, indexable-pages
test('a city has one address, and a city without professionals is a 404', async () => {
  expect(
    await render({ url: '/house-cleaning/texas/Austin', language: 'en', user: null, fetcher }),
  ).toEqual({ redirect: '/house-cleaning/tx/austin' })
  const { status, html } = await page('/house-cleaning/tx/nowhere')
  expect(status).toBe(404)
  expect(html).toContain('<meta name="robots" content="noindex">')
})

// rule: city-pages, home-first-view
test('every city is linked from its state, and home links the largest', async () => {
  expect((await page('/house-cleaning')).text).toContain('href="/house-cleaning/tx"')
  expect((await page('/house-cleaning/tx')).text).toContain('href="/house-cleaning/tx/austin"')
  expect((await page('/')).text).toContain('href="/house-cleaning/tx/austin"')
})

test('a name cannot end the script or the tag that contains it', async () => {
  const evil = '</script><script>alert("1")</script>'
  const endsOf = (text: string) => text.split('</script>').length - 1
  const harmless = await page('/professional/grace-walker')
  expect(endsOf(harmless.html)).toBeGreaterThan(1)
  const path = '/api/public/professional/grace-walker'
  const before = ANSWERS[path]
  ANSWERS[path] = {
    professional: { ...professional, full_name: evil, bio: evil, service_areas: [evil] },
    rating_distribution: [0, 0, 0, 0, 1],
  }
  const { html } = await page('/professional/grace-walker')
  ANSWERS[path] = before
  expect(html).not.toContain('<script>alert')
  expect(endsOf(html)).toBe(endsOf(harmless.html))
  expect(aboutIn(html)).toMatchObject({ name: `${evil} Cleaning`, areaServed: [evil] })
  expect(html).toContain('property="og:image:alt" content="&lt;/script&gt;')
})

test('no page has an inline style', async () => {
  for (const url of ['/', '/search?zip_code=78701', '/professional/grace-walker']) {
    expect((await page(url)).html).not.toMatch(/ style="/)
  }
})

// rule: sharing, indexable-pages
test('a shared page names a picture of 1200 × 630: that of the profile or city, else the general one', async () => {
  const origin = 'https://lustra.example'
  for (const [url, address, alt] of [
    ['/', '/share.jpg', 'Your Home Deserves Spotless Care'],
    [
      '/professional/grace-walker',
      '/professional/grace-walker/share.jpg?lang=en',
      'Grace Walker Cleaning',
    ],
    [
      '/house-cleaning/tx/austin',
      '/house-cleaning/tx/austin/share.jpg?lang=en',
      'House cleaning in Austin, TX',
    ],
  ] as const) {
    const { html } = await page(url)
    for (const [name, content] of [
      ['', `${origin}${address}`],
      [':width', '1200'],
      [':height', '630'],
      [':alt', alt],
    ])
      expect(html).toContain(`<meta property="og:image${name}" content="${content}">`)
    expect(html).toContain('<meta name="twitter:card" content="summary_large_image">')
  }
  expect((await page('/login')).html).not.toContain('og:image')
})

// rule: help-and-legal-pages, indexable-pages
test.each(LANGUAGES)(
  'help, its topics and its search can be read in %s without scripts, and the footer links help',
  async (language) => {
    const [reviews, ofReviews, price, nothing] = HELP_WORDS[language]
    for (const [path, words] of [
      ['/help', [reviews]],
      ['/help/reviews', [reviews, ofReviews]],
      ['/help/professionals', [price]],
    ] as const) {
      const { status, text, html } = await page(path, null, language)
      expect(status).toBe(200)
      for (const phrase of words) expect(text).toContain(phrase)
      expect(text).not.toContain('{{')
      expect(html).not.toContain('noindex')
      expect(text).toMatch(/<footer.*href="\/help"/s)
    }
    const found = await page(
      `/help?q=${encodeURIComponent('SOCIAL security number')}`,
      null,
      language,
    )
    expect(found.text).toContain('Social Security Number')
    expect(found.text).not.toContain(ofReviews)
    const { text } = await page('/help?q=piano', null, language)
    expect(text).toMatch(new RegExp(`${nothing} .*href="/contact"`, 's'))
  },
)

const HELP_WORDS = {
  en: [
    'Reviews',
    'A review is never removed for being negative.',
    '$19.90 a month',
    'Nothing found.',
  ],
  pt: [
    'Avaliações',
    'Uma avaliação nunca é removida por ser negativa.',
    'US$\u00A019,90 por mês',
    'Nada encontrado.',
  ],
  es: [
    'Reseñas',
    'Una reseña nunca se quita por ser negativa.',
    '19.90 al mes',
    'No se encontró nada.',
  ],
} as const

// rule: help-and-legal-pages, failures
test('a topic of help that does not exist is a 404', async () => {
  const { status, html } = await page('/help/weather')
  expect(status).toBe(404)
  expect(html).toContain('noindex')
})

// rule: help-and-legal-pages, indexable-pages
test.each(LANGUAGES)(
  'terms and privacy can be read in %s without scripts, and the footer links them and the contact page',
  async (language) => {
    for (const [path, words] of [
      ['/terms', LEGAL_WORDS[language].terms],
      ['/privacy', LEGAL_WORDS[language].privacy],
    ] as const) {
      const { status, text, html } = await page(path, null, language)
      expect(status).toBe(200)
      for (const phrase of words) expect(text).toContain(phrase)
      expect(text).not.toContain('{{')
      expect(html).not.toContain('noindex')
      expect(html).toContain(`<link rel="canonical" href="https://lustra.example${path}">`)
      for (const link of ['/contact', '/terms', '/privacy'])
        expect(text).toMatch(new RegExp(`<footer.*href="${link}"`, 's'))
    }
  },
)

const LEGAL_WORDS = {
  en: {
    terms: ['Terms of use', '$19.90', '$15.00', '72 hours', 'regular visits', 'Instant booking'],
    privacy: [
      'Who sees it',
      'We keep who viewed them for 12 months',
      '24 months',
      'network tag',
      'Working hours',
    ],
  },
  pt: {
    terms: ['Termos de uso', 'US$\u00A019,90', '72 horas', 'visitas regulares'],
    privacy: ['Quem vê', 'até 90 dias depois', '24 meses', 'marca da rede', 'Horários de trabalho'],
  },
  es: {
    terms: ['Términos de uso', '19.90', '72 horas', 'visitas regulares'],
    privacy: ['Quién lo ve', '7 años después', '24 meses', 'marca de la red', 'Horario de trabajo'],
  },
}

// rule: contact-page
test('the contact page has its title, is not indexable, and waits for its form', async () => {
  const { status, html } = await page('/contact')
  expect(status).toBe(200)
  expect(html).toContain('<title>Contact us · Lustra</title>')
  expect(html).toContain('<meta name="robots" content="noindex">')
})
