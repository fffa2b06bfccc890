// rule: profile-checks
import { expect, test } from 'vitest'
import { photo } from '#server/test/builders/form.ts'
import { validFields, profileHarness } from '#server/test/harness/profile-harness.ts'
import type { Fields } from '#server/test/harness/profile-harness.ts'

const { save, buildWithoutProfile, rowOf } = profileHarness()

const JPEG_HEAD = new Uint8Array([0xff, 0xd8, 0xff, 0xe0])

// rule: profile-checks, photos
test('a bio that is longer than a form field may be is refused as too long, not as incomplete', async () => {
  const ana = await buildWithoutProfile()
  const fields = {
    ...validFields,
    bio: 'a'.repeat(17 * 1024),
    profile_image: await photo('me.jpg'),
  }
  expect(await save(ana, fields)).toMatchObject({ status: 422, body: { code: 'bio_too_long' } })
  expect(await rowOf(ana)).toBeUndefined()
})

test('a name is one line, and a bio keeps its lines', async () => {
  const { body } = await save(await buildWithoutProfile(), {
    ...validFields,
    full_name: 'Ana\r\nSouza  Lima',
    business_name: 'Casa\nClara',
    bio: `${'Careful.\n\n'.repeat(199)}On time...`,
    profile_image: await photo(),
  })
  expect(body).toMatchObject({
    full_name: 'Ana Souza Lima',
    business_name: 'Casa Clara',
    bio: `${'Careful.\n\n'.repeat(199)}On time...`,
  })
})

const THIRTY_ONE_ZIPS = Array.from({ length: 33 }, (_, index) => 10001 + index)
  .filter((zip) => ![10008, 10015].includes(zip))
  .join()

// rule: profile-checks, service-areas
test.each([
  [
    'full_name',
    { full_name: ' ' },
    'Please enter your full name as you want it displayed publicly',
  ],
  ['bio', { bio: '' }, 'Please add a bio describing your cleaning services'],
  ['rate', { hourly_rate: '14.99' }, 'Please set a valid hourly rate (minimum $15/hour)'],
  ['services', { services_offered: ',' }, 'Please select at least one service you offer'],
  ['areas', { service_areas: '' }, 'Please select at least one service area (city/ZIP code)'],
  [
    'photo',
    { profile_image: [] },
    'Please upload a profile photo - this helps clients trust and recognize you',
  ],
  [
    'ssn',
    { ssn: '666-12-3456' },
    'Please enter a valid Social Security Number (XXX-XX-XXXX format)',
  ],
  [
    'social',
    { social_media_url: 'https://example.com/ana' },
    'Please enter a valid social media URL (Instagram, TikTok, LinkedIn, Facebook, or Twitter)',
  ],
  ['too high', { hourly_rate: '200.01' }, 'Please set a valid hourly rate (maximum $200/hour)'],
  ['half cents', { hourly_rate: '20.005' }, 'Please set a valid hourly rate (minimum $15/hour)'],
  ['long name', { full_name: 'x'.repeat(101) }, 'Please keep your name under 100 characters.'],
  ['long bio', { bio: 'x'.repeat(2001) }, 'Please keep your bio under 2,000 characters.'],
  ['service', { services_offered: 'standard,windows' }, 'Please choose a service.'],
  [
    'area',
    { service_areas: 'Austin, TX,Nowhereville,00000' },
    "We can't find the place Nowhereville. Please choose it from the list.",
  ],
  ['number of areas', { service_areas: THIRTY_ONE_ZIPS }, 'Please choose up to 30 service areas.'],
  ['years', { years_experience: '7' }, 'Please choose your years of experience.'],
  ['employees', { employees_count: 'many' }, 'Please choose how many people work with you.'],
])(
  'a form with an invalid %s is refused with its sentence, and nothing is written',
  async (...given) => {
    const [, wrong, sentence] = given
    const ana = await buildWithoutProfile()
    const { status, body } = await save(ana, {
      ...validFields,
      profile_image: await photo(),
      ...(wrong as Fields),
    })
    expect([status, body.detail]).toEqual([422, sentence])
    expect(body.params).toEqual(given[0] === 'area' ? { area: 'Nowhereville' } : undefined)
    expect(await rowOf(ana)).toBeUndefined()
  },
)

test('the server makes the same nine checks in the same order, and returns the first failure', async () => {
  const ana = await buildWithoutProfile()
  const fields: Fields = { ...validFields }
  const large = new File([JPEG_HEAD, new Uint8Array(5_242_881)], 'x.jpg')
  const steps: [Fields, string][] = [
    [
      { full_name: '', bio: '', hourly_rate: '', social_media_url: 'x', ssn: '1' },
      'full_name_required',
    ],
    [{ full_name: 'Ana' }, 'bio_required'],
    [{ bio: 'Hello' }, 'hourly_rate_invalid'],
    [{ hourly_rate: '15', services_offered: '', service_areas: '' }, 'service_required'],
    [{ services_offered: 'deep' }, 'area_required'],
    [{ service_areas: '78701' }, 'photo_required'],
    [{ profile_image: large }, 'ssn_invalid'],
    [{ ssn: '' }, 'social_media_url_invalid'],
    [{ social_media_url: '' }, 'profile_image_too_large'],
  ]
  for (const [change, code] of steps) {
    Object.assign(fields, change)
    expect((await save(ana, fields)).body.code).toBe(code)
  }
  expect(await rowOf(ana)).toBeUndefined()
})
