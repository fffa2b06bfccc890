import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { as, visitor } from '#server/test/call.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { saveProfile, validFields } from '#server/test/harness/profile-harness.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { refreshSearchEntries } from '#server/people/listing/search-entries.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

async function search(query: Record<string, string | number>, headers = {}) {
  const text = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, `${value}`]))
  return visitor(server).get(`/api/professionals/search/enhanced?${text}`, headers)
}

async function searchIds(query: Record<string, string | number>): Promise<string[]> {
  const { body } = await search(query)
  return body.professionals.map((professional: { full_name: string }) => professional.full_name)
}

const PUBLIC_FIELDS = [
  'user_id',
  'slug',
  'full_name',
  'business_name',
  'user_details',
  'rating',
  'total_reviews',
  'hourly_rate',
  'isBackgroundCheckVerified',
  'background_check_simulated',
  'background_check_status',
  'profile_image_url',
  'services_offered',
  'service_areas',
  'gallery_images',
  'bio',
  'years_experience',
  'employees_count',
  'social_media_url',
  'languages',
  'brings_supplies',
  'eco_products',
  'pets_ok',
  'completed_bookings',
  'reliability',
  'reviews',
]

// rule: search-filters, search-finds-listed
describe('filters', () => {
  const zip_code = '60601'
  beforeAll(async () => {
    const areas = [zip_code]
    await buildProfessional(server, {
      areas,
      full_name: 'Dear',
      hourly_rate_cents: 12_050,
      services: ['deep', 'office'],
      rating_sum: 14,
      total_reviews: 3,
    })
    await buildProfessional(server, {
      areas,
      full_name: 'Cheap',
      hourly_rate_cents: 2000,
      services: ['standard'],
      rating_sum: 9,
      total_reviews: 2,
    })
    await buildProfessional(server, {
      areas,
      full_name: 'New',
      hourly_rate_cents: 4000,
      services: ['standard', 'deep'],
      frequencies: ['weekly', 'monthly'],
    })
  })

  test.each([
    [{}, ['Cheap', 'Dear', 'New']],
    [{ service_type: 'deep' }, ['Dear', 'New']],
    [{ service_type: 'post_construction' }, []],
    [{ max_rate: 40 }, ['Cheap', 'New']],
    [{ max_rate: 120.5 }, ['Cheap', 'Dear', 'New']],
    [{ max_rate: 120.49 }, ['Cheap', 'New']],
    [{ max_rate: 0 }, []],
    [{ min_rating: 4.5 }, ['Cheap', 'Dear']],
    [{ min_rating: 4.667 }, []],
    [{ min_rating: 4.666 }, ['Dear']],
    [{ min_rating: 0 }, ['Cheap', 'Dear', 'New']],
    [{ service_type: 'deep', max_rate: 100, min_rating: 0 }, ['New']],
    [{ service_type: '', max_rate: '', min_rating: '', sort_by: '' }, ['Cheap', 'Dear', 'New']],
    [{ cleaning_frequency: 'weekly' }, ['Cheap', 'Dear', 'New']],
    [{ cleaning_frequency: 'one_time' }, ['Cheap', 'Dear']],
    [{ cleaning_frequency: 'one_time', service_type: 'deep' }, ['Dear']],
  ])('%o finds %o', async (filter, names) => {
    const { status, body } = await search({ zip_code, ...filter })
    expect(status).toBe(200)
    const found = body.professionals.map(({ full_name }: { full_name: string }) => full_name)
    expect(found.toSorted()).toEqual(names)
    expect(body.total).toBe(names.length)
  })

  test('a served ZIP whose filters find nobody returns no nearby ZIPs', async () => {
    const { body } = await search({ zip_code, max_rate: 1 })
    expect(body).toEqual({ professionals: [], total: 0 })
  })

  test.each([
    ['zip_code=', 'zip_required'],
    ['zip_code=%20%20', 'zip_required'],
    ['', 'zip_required'],
    ['zip_code=60601&zip_code=10001', 'search_filter_invalid'],
    ['zip_code=60601&service_type=windows', 'search_filter_invalid'],
    ['zip_code=60601&instant=false', 'search_filter_invalid'],
    ['zip_code=60601&max_rate=cheap', 'search_filter_invalid'],
    ['zip_code=60601&max_rate=-1', 'search_filter_invalid'],
    ['zip_code=60601&min_rating=6', 'search_filter_invalid'],
    ['zip_code=60601&min_rating=NaN', 'search_filter_invalid'],
    ['zip_code=60601&sort_by=rating;drop', 'search_filter_invalid'],
    ['zip_code=60601&page=0', 'search_filter_invalid'],
    ['zip_code=60601&page=1.5', 'search_filter_invalid'],
    ['zip_code=60601&page=1e99', 'search_filter_invalid'],
    ['zip_code=60601&page_size=51', 'search_filter_invalid'],
    [`zip_code=${'6'.repeat(41)}`, 'search_filter_invalid'],
  ])('%s is refused as %s', async (query, code) => {
    const { status, body } = await visitor(server).get(
      `/api/professionals/search/enhanced?${query}`,
    )
    expect(status).toBe(422)
    expect(body.code).toBe(code)
  })

  test.each(["60601' or 1=1 --", '60601);drop table users', '\u0000', '%27', '💥', "'"])(
    'the text %j instead of a ZIP finds nobody and changes nothing',
    async (zip) => {
      const { status, body } = await search({ zip_code: zip })
      expect(status).toBe(200)
      expect(body.professionals).toEqual([])
      expect(await searchIds({ zip_code })).toHaveLength(3)
    },
  )
})

// rule: search-filters
describe('the order', () => {
  const zip_code = '98101'
  beforeAll(async () => {
    const areas = [zip_code]
    await buildProfessional(server, {
      areas,
      full_name: 'Fifty at 4.9',
      rating_sum: 245,
      total_reviews: 50,
      hourly_rate_cents: 9000,
      years_experience: '5+',
      created_at: '2026-01-02',
    })
    await buildProfessional(server, {
      areas,
      full_name: 'One at 5',
      rating_sum: 5,
      total_reviews: 1,
      hourly_rate_cents: 3000,
      years_experience: '4',
      created_at: '2026-01-03',
    })
    await buildProfessional(server, {
      areas,
      full_name: 'Ten at 3',
      rating_sum: 30,
      total_reviews: 10,
      hourly_rate_cents: 5000,
      years_experience: '10+',
      created_at: '2026-01-01',
    })
  })

  test.each([
    ['rating', ['Fifty at 4.9', 'One at 5', 'Ten at 3']],
    ['price', ['One at 5', 'Ten at 3', 'Fifty at 4.9']],
    ['experience', ['Ten at 3', 'Fifty at 4.9', 'One at 5']],
    ['newest', ['One at 5', 'Fifty at 4.9', 'Ten at 3']],
  ])('by %s', async (sort_by, names) => {
    expect(await searchIds({ zip_code, sort_by })).toEqual(names)
  })

  // rule: search-filters
  test('one five-star review does not beat fifty at 4.9, and the shown rating is the plain average', async () => {
    const { body } = await search({ zip_code })
    expect(body.professionals.map(({ rating }: { rating: number }) => rating)).toEqual([4.9, 5, 3])
  })
})

// rule: search-finds-listed
test('pages have 20 professionals by default, follow each other without gap or repeat, and end', async () => {
  const zip_code = '73301'
  for (let index = 0; index < 45; index++) {
    await buildProfessional(server, { areas: [index % 2 ? zip_code : 'Austin, TX'] })
  }
  const pages = await Promise.all([1, 2, 3, 4].map((page) => search({ zip_code, page })))
  const ids = pages.map(({ body }) =>
    body.professionals.map((card: { user_id: string }) => card.user_id),
  )
  expect(ids.map((page) => page.length)).toEqual([20, 20, 5, 0])
  expect(new Set(ids.flat()).size).toBe(45)
  expect(pages.map(({ body }) => body.total)).toEqual([45, 45, 45, 45])
  expect(pages[3]!.body.nearby).toBeUndefined()
  expect((await search({ zip_code, page_size: 50 })).body.professionals).toHaveLength(45)
})

// rule: service-types
test('an answer says that somebody there offers post-construction, whatever is filtered, and at once after a change', async () => {
  const areas = ['96813']
  await buildProfessional(server, { areas, hourly_rate_cents: 3000, services: ['standard'] })
  const builder = await buildProfessional(server, { areas, hourly_rate_cents: 9000 })
  const offered = async (filter = {}) => {
    const { body } = await search({ zip_code: '96813', ...filter })
    return body.post_construction
  }
  const change = async (...services: string[]) => {
    await server.db
      .updateTable('professionals')
      .set({ services })
      .where('user_id', '=', builder.id)
      .execute()
    await refreshSearchEntries(server.db, [builder.id])
  }
  const tomorrow = new Date(+server.context.clock.now() + 86_400_000).toISOString().slice(0, 10)
  await change('standard', 'post_construction')
  expect(await offered()).toBe(true)
  expect(await offered({ max_rate: 40 })).toBe(true)
  expect(await offered({ max_rate: 1 })).toBe(true)
  expect(await offered({ max_rate: 1, date: tomorrow })).toBe(true)
  await change('standard')
  expect(await offered()).toBeUndefined()
  expect(await offered({ max_rate: 40 })).toBeUndefined()
  expect(await offered({ max_rate: 1 })).toBeUndefined()
})

/** The professional saves the form of the profile, with another text. */
async function change(professional: { id: string }, service_areas: string) {
  const fields = { ...validFields, bio: 'Changed.', service_areas }
  expect(await saveProfile(server, professional, fields)).toMatchObject({ status: 200 })
}

// rule: search-finds-listed
describe('a result', () => {
  // rule: public-fields
  test('has the public fields of a professional and no others', async () => {
    await buildProfessional(server, {
      areas: ['05401'],
      hourly_rate_cents: 6550,
      background_check_status: 'approved',
      profile_image: 'aa.webp',
      gallery_images: ['bb.webp', 'cc.webp'],
      years_experience: '5+',
      user: { first_name: 'Ana', last_name: 'Souza' },
    })
    const { body } = await search({ zip_code: '05401' })
    const [card] = body.professionals
    expect(Object.keys(card).toSorted()).toEqual(PUBLIC_FIELDS.toSorted())
    expect(Object.keys(card.user_details)).toEqual(['first_name', 'last_name'])
    expect(card).toMatchObject({
      user_details: { first_name: 'Ana', last_name: 'Souza' },
      hourly_rate: 65.5,
      rating: 0,
      isBackgroundCheckVerified: true,
      profile_image_url: '/api/uploads/aa.webp',
      gallery_images: ['/api/uploads/bb.webp', '/api/uploads/cc.webp'],
      years_experience: '5+',
      employees_count: '1-3',
      reviews: [],
    })
  })

  test('of an unchanged search is answered with 304, of a changed one with 200', async () => {
    const professional = await buildProfessional(server, {
      areas: ['59801'],
      profile_image: 'aa.webp',
    })
    const first = await search({ zip_code: '59801' })
    const headers = { 'if-none-match': String(first.headers['etag']) }
    const url = '/api/professionals/search/enhanced?zip_code=59801'
    expect(await server.app.inject({ url, headers })).toMatchObject({ statusCode: 304, body: '' })
    await change(professional, '59801')
    expect((await search({ zip_code: '59801' }, headers)).status).toBe(200)
  })

  // rule: search-finds-listed
  test('shows every change of a professional at once', async () => {
    const professional = await buildProfessional(server, {
      areas: ['59802'],
      profile_image: 'aa.webp',
    })
    const { id } = professional
    const card = async () => (await search({ zip_code: '59802' })).body.professionals[0]
    expect(await card()).toMatchObject({ bio: 'Careful and on time.' })
    await change(professional, '59802,05401')
    const service_areas = [expect.stringContaining('59802'), expect.stringContaining('05401')]
    expect(await card()).toMatchObject({ bio: 'Changed.', service_areas })
    const caller = await as(server, professional)
    const path = `/api/users/${id}/settings`
    const { body: settings } = await caller.get(path)
    const { phone, language, version } = settings
    const renamed = { first_name: 'Ana', last_name: 'Changed', phone, language, version }
    expect((await caller.put(path, renamed)).status).toBe(200)
    expect(await card()).toMatchObject({ user_details: { last_name: 'Changed' } })
    await server.db.deleteFrom('subscriptions').where('professional_id', '=', id).execute()
    await refreshSearchEntries(server.db, [id])
    expect(await card()).toBeUndefined()
    const stored = await server.db.selectFrom('search_cards').where('user_id', '=', id).execute()
    expect(stored).toEqual([])
  })

  // rule: search-finds-listed
  test('is the same for visitors, clients and professionals', async () => {
    const professional = await buildProfessional(server, { areas: ['05403'] })
    const path = '/api/professionals/search/enhanced?zip_code=05403'
    const answers = [
      await visitor(server).get(path),
      await (await as(server, await buildClient(server))).get(path),
      await (await as(server, professional)).get(path),
    ]
    expect(answers[1]!.body).toEqual(answers[0]!.body)
    expect(answers[2]!.body).toEqual(answers[0]!.body)
  })
})
