// rule: profile-save
import { expect, test } from 'vitest'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import { photo, sendForm } from '#server/test/builders/form.ts'
import { validFields, profileHarness } from '#server/test/harness/profile-harness.ts'

const { harness, urlOf, save, buildWithoutProfile, rowOf } = profileHarness()

// rule: profile-save, service-areas
test('PUT profile accepts a form with comma-joined lists and pictures, and a first save creates the complete profile', async () => {
  const ana = await buildWithoutProfile()
  const before = await (await as(harness.server, ana)).get(urlOf(ana))
  expect([before.status, before.body]).toEqual([200, { profile: null }])

  const { status, body } = await save(ana, {
    ...validFields,
    user_id: ana.id,
    business_name: 'Casa Clara',
    profile_image: await photo(),
    gallery_images: [await photo('a.png', { format: 'png' }), await photo('b.jpg')],
  })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    user_id: ana.id,
    slug: 'ana-souza',
    full_name: 'Ana Souza',
    business_name: 'Casa Clara',
    hourly_rate: 42.5,
    services_offered: ['standard', 'deep'],
    service_areas: ['Austin, TX', '33130'],
    years_experience: '5+',
    employees_count: '1-3',
    social_media_url: 'https://instagram.com/ana',
    background_check_status: 'not_submitted',
    total_reviews: 0,
    ssn_last4: null,
    version: 1,
  })
  expect(body.gallery_images).toHaveLength(2)
  expect(body.images.map(({ url }: { url: string }) => url)).toEqual([
    body.profile_image_url,
    ...body.gallery_images,
  ])
  for (const image of body.images) {
    expect(image).toMatchObject({ width: 800, height: 600 })
    expect(image.placeholder).toMatch(/^data:image\/webp;base64,/)
    expect((await visitor(harness.server).get(image.url)).status).toBe(200)
  }
  const after = await (await as(harness.server, ana)).get(urlOf(ana))
  expect(after.body.profile).toEqual(body)
})

// rule: public-fields, ssn-secrecy
test('a profile has every field, and no answer has the number', async () => {
  const ana = await buildWithoutProfile()
  const ssn = '219-09-9876'
  await save(ana, {
    ...validFields,
    ssn,
    profile_image: await photo(),
    gallery_images: [await photo()],
  })
  const own = (await (await as(harness.server, ana)).get(urlOf(ana))).body.profile
  expect(own).toMatchObject({
    user_id: ana.id,
    full_name: 'Ana Souza',
    business_name: expect.any(String),
    bio: validFields.bio,
    hourly_rate: 42.5,
    services_offered: ['standard', 'deep'],
    service_areas: ['Austin, TX', '33130'],
    years_experience: '5+',
    employees_count: '1-3',
    social_media_url: 'https://instagram.com/ana',
    profile_image_url: expect.stringMatching(/^\/api\/uploads\//),
    gallery_images: [expect.stringMatching(/^\/api\/uploads\//)],
    total_reviews: 0,
    background_check_status: 'approved',
  })
  expect(own).not.toHaveProperty('ssn')
  expect(JSON.stringify(own)).not.toMatch(/219-?09-?9876/)
})

// rule: working-hours
test('the base ZIP sets the own time zone, stays when it is absent, and is forgotten when it is empty', async () => {
  const ana = await buildWithoutProfile()
  const fields = { ...validFields, service_areas: 'Kansas City, KS,79936' }
  const first = await save(ana, { ...fields, profile_image: await photo() })
  expect(first.body).toMatchObject({ base_zip: null, time_zone: 'America/Chicago' })
  const based = await save(ana, { ...fields, base_zip: ' 79936-1234 ' })
  expect(based.body).toMatchObject({ base_zip: '79936', time_zone: 'America/Denver' })
  const times = `/api/professional/time/${ana.id}`
  expect((await (await as(harness.server, ana)).get(times)).body).toMatchObject({
    base_zip: '79936',
    time_zone: 'America/Denver',
    version: 1,
  })
  expect((await save(ana, fields)).body).toEqual({ ...based.body, version: 3 })
  expect((await (await as(harness.server, ana)).get(urlOf(ana))).body.profile.base_zip).toBe(
    '79936',
  )
  const unknown = await save(ana, { ...fields, full_name: 'Other', base_zip: '00000' })
  expect([unknown.status, unknown.body.code]).toEqual([422, 'zip_unknown'])
  expect((await rowOf(ana))!.full_name).toBe('Ana Souza')
  const back = await save(ana, { ...fields, service_areas: '79936', base_zip: '' })
  expect(back.body).toMatchObject({ base_zip: null, time_zone: 'America/Denver' })
})

// rule: search-by-time
test('areas in another order are due in search by time, because the first one sets the own time zone', async () => {
  const ana = await buildWithoutProfile()
  const fields = { ...validFields, service_areas: '79936,64106' }
  const { db } = harness.server
  const isDue = async () => {
    const marks = await db
      .deleteFrom('search_times_due')
      .where('professional_id', '=', ana.id)
      .returning('professional_id')
      .execute()
    return marks.length > 0
  }
  await save(ana, { ...fields, profile_image: await photo() })
  expect(await isDue()).toBe(true)
  const { body } = await save(ana, { ...fields, service_areas: '64106,79936' })
  expect(body.time_zone).toBe('America/Chicago')
  expect(await isDue()).toBe(true)
})

// rule: profile-save
test('years and employees take the defaults, and missing fields keep their saved values', async () => {
  const ana = await buildWithoutProfile()
  const { years_experience: _, employees_count: __, social_media_url: ___, ...fewer } = validFields
  const first = await save(ana, { ...fewer, profile_image: await photo() })
  expect(first.body).toMatchObject({ years_experience: '3', employees_count: '1-3' })
  await save(ana, { ...validFields, business_name: 'Clara', years_experience: '10+' })
  const third = await save(ana, fewer)
  expect(third.body).toMatchObject({
    business_name: 'Clara',
    years_experience: '10+',
    social_media_url: 'https://instagram.com/ana',
    profile_image_url: first.body.profile_image_url,
    version: 3,
  })
})

// rule: service-types
test('all frequencies are offered at first, a save keeps them or chooses others, and search finds by them', async () => {
  const ana = await buildWithoutProfile()
  const fields = { ...validFields, service_areas: '59901', profile_image: await photo('me.jpg') }
  const first = await save(ana, fields)
  expect(first.body.frequencies_offered).toEqual(['one_time', 'weekly', 'biweekly', 'monthly'])
  await harness.server.db
    .insertInto('subscriptions')
    .values({ professional_id: ana.id, status: 'active' })
    .execute()
  const weekly = { ...fields, frequencies_offered: 'monthly,weekly' }
  expect((await save(ana, weekly)).body.frequencies_offered).toEqual(['weekly', 'monthly'])
  expect((await save(ana, fields)).body.frequencies_offered).toEqual(['weekly', 'monthly'])
  const count = async (frequency: string) =>
    (
      await visitor(harness.server).get(
        `/api/professionals/search/enhanced?zip_code=59901&cleaning_frequency=${frequency}`,
      )
    ).body.total
  expect([await count('weekly'), await count('one_time')]).toEqual([1, 0])
  const profile = await visitor(harness.server).get(`/api/professional/public-view/${ana.id}`)
  expect(profile.body.professional.frequencies_offered).toEqual(['weekly', 'monthly'])
  const all = await save(ana, { ...fields, frequencies_offered: '' })
  expect(all.body.frequencies_offered).toHaveLength(4)
  const refused = await save(ana, { ...fields, frequencies_offered: 'daily' })
  expect(refused).toMatchObject({ status: 422, body: { code: 'frequency_invalid' } })
  expect((await rowOf(ana))?.frequencies).toHaveLength(4)
})

// rule: profile-addresses
test('equal names get different addresses, and an address stays when the name changes', async () => {
  const slugs: string[] = []
  for (const full_name of ['Zoë O’Neil', 'Zoe ONeil', 'zoe oneil', '清洁']) {
    const other = await buildWithoutProfile()
    const first = await save(other, { ...validFields, full_name, profile_image: await photo() })
    slugs.push(first.body.slug)
    const renamed = await save(other, { ...validFields, full_name: 'Somebody Else' })
    expect(renamed.body.slug).toBe(first.body.slug)
  }
  expect(slugs).toEqual(['zoe-oneil', 'zoe-oneil-2', 'zoe-oneil-3', 'professional'])
})

// rule: profile-addresses
test.each([
  ['Đặng Văn', 'dang-van'],
  ['Łukasz Żółć', 'lukasz-zolc'],
  ['Straße Größe', 'strasse-grosse'],
  ['Ærø Ødegård', 'aero-odegard'],
  ['Işık Œuvré', 'isik-oeuvre'],
])('the address of %s is %s, as its readers write it', async (full_name, slug) => {
  const other = await buildWithoutProfile()
  const saved = await save(other, { ...validFields, full_name, profile_image: await photo() })
  expect(saved.body.slug).toBe(slug)
})

// rule: profile-addresses
test('an address from before, without letters that were dropped, stays and still opens the profile', async () => {
  const other = await buildWithoutProfile()
  const fields = { ...validFields, full_name: 'Đặng Thị' }
  await save(other, { ...fields, profile_image: await photo() })
  await harness.server.db
    .updateTable('professionals')
    .set({ slug: 'ang-thi' })
    .where('user_id', '=', other.id)
    .execute()
  expect((await save(other, fields)).body.slug).toBe('ang-thi')
})

// rule: profile-addresses
test('many simultaneous first saves get different addresses', async () => {
  const image = await photo('x.jpg', { width: 20, height: 20 })
  const answers = await Promise.all(
    Array.from({ length: 6 }, async () =>
      save(await buildWithoutProfile(), {
        ...validFields,
        full_name: 'Maria Garcia',
        profile_image: image,
      }),
    ),
  )
  const slugs = answers.map(({ body }) => body.slug as string)
  expect(slugs.toSorted()[0]).toBe('maria-garcia')
  expect(new Set(slugs).size).toBe(6)
})

// rule: profile-save
test('search finds a saved profile at once in its areas, and nowhere else', async () => {
  const grace = await buildProfessional(harness.server, { areas: ['10001'], profile_image: null })
  const searchGrace = async (zip: string) => {
    const { body } = await visitor(harness.server).get(
      `/api/professionals/search/enhanced?zip_code=${zip}`,
    )
    return (body.professionals as { user_id: string; hourly_rate: number }[]).find(
      ({ user_id }) => user_id === grace.id,
    )
  }
  expect(await searchGrace('10001')).toBeDefined()
  const fields = { ...validFields, service_areas: '59801', profile_image: await photo() }
  expect((await save(grace, fields)).status).toBe(200)
  expect(await searchGrace('10001')).toBeUndefined()
  expect(await searchGrace('59801')).toMatchObject({ hourly_rate: 42.5 })
})

// rule: ssn-secrecy, ssn-rules
test('a number is in no answer and no idempotency key, and a masked one is not a new one', async () => {
  const ana = await buildWithoutProfile()
  const fields = { ...validFields, ssn: '078-05-1120', profile_image: await photo() }
  const saved = await save(ana, fields, { 'idempotency-key': 'with-a-number' })
  expect(saved.status).toBe(200)
  expect(saved.text).not.toMatch(/078-?05-?1120/)
  const storedAnswers = await harness.server.db
    .selectFrom('idempotency_keys')
    .select('answer')
    .execute()
  expect(JSON.stringify(storedAnswers)).not.toMatch(/078-?05-?1120/)
  expect((await save(ana, { ...validFields, ssn: '•••-••-1120' })).status).toBe(200)
})

// rule: edit-conflict
test('the later of two devices is refused, and nothing is overwritten', async () => {
  const ana = await buildWithoutProfile()
  const { body } = await save(ana, { ...validFields, version: '', profile_image: await photo() })
  const version = String(body.version)
  expect(
    (await save(ana, { ...validFields, version, bio: 'From the telephone.' })).body.version,
  ).toBe(2)
  const conflicting = await save(ana, {
    ...validFields,
    version,
    bio: 'From the tablet.',
    gallery_images: [await photo()],
  })
  expect([conflicting.status, conflicting.body.code]).toEqual([409, 'profile_changed'])
  expect(await rowOf(ana)).toMatchObject({ bio: 'From the telephone.', gallery_images: [] })

  const both = await Promise.all(
    ['One.', 'Two.'].map((bio) => save(ana, { ...validFields, version: '2', bio })),
  )
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect((await save(ana, { ...validFields, bio: 'As the spec calls it.' })).status).toBe(200)
})

// rule: profile-save
test('a save repeated with its key adds no picture twice, and the key with another form is refused', async () => {
  const ana = await buildWithoutProfile()
  const headers = { 'idempotency-key': 'one-save' }
  const fields = { ...validFields, profile_image: await photo(), gallery_images: [await photo()] }
  const first = await save(ana, fields, headers)
  const repeated = await save(ana, fields, headers)
  expect(repeated.body).toEqual(first.body)
  expect((await rowOf(ana))?.gallery_images).toHaveLength(1)
  const other = await save(ana, { ...fields, bio: 'Else.' }, headers)
  expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused'])
})

// rule: profile-save
test('only the professional reads and writes their profile, and a visitor is refused before the body is read', async () => {
  const ana = await buildWithoutProfile()
  const [other, client] = [
    await buildProfessional(harness.server),
    await buildClient(harness.server),
  ]
  const image = await photo()
  for (const [person, status, code] of [
    [null, 401, 'not_signed_in'],
    [client, 403, 'not_yours'],
    [other, 403, 'not_yours'],
  ] as const) {
    for (const [method, way] of [
      ['PUT', ''],
      ['POST', '/image/gallery'],
      ['POST', '/image/profile'],
    ] as const) {
      const form = { ...validFields, profile_image: image, image }
      const answer = await sendForm(harness.server, person, method, urlOf(ana) + way, form)
      expect([answer.status, answer.body.code]).toEqual([status, code])
    }
    const caller = person ? await as(harness.server, person) : visitor(harness.server)
    expect((await caller.get(urlOf(ana))).status).toBe(status)
    for (const way of ['/image/profile', '/image/gallery?image_index=0']) {
      expect((await caller.delete(urlOf(ana) + way)).status).toBe(status)
    }
  }
  const foreign = await save(ana, { ...validFields, user_id: other.id, profile_image: image })
  expect([foreign.status, foreign.body.code]).toEqual([403, 'not_yours'])
  expect(await rowOf(ana)).toBeUndefined()
})
