// rule: profile-checks
import { describe, expect, test } from 'vitest'
import { findGalleryProblem, findProfileProblem } from './profile-checks.ts'
import type { ProfileFacts } from './profile-checks.ts'
import { socialAddress } from './social-address.ts'
import { formatSsn, isSsn } from '../trust/ssn.ts'

const VALID_PROFILE: ProfileFacts = {
  full_name: 'Ana Souza',
  bio: 'Careful and on time.',
  hourly_rate: '35.50',
  services_offered: ['deep'],
  service_areas: ['02128'],
  ssn: '',
  social_media_url: '',
  hasPhoto: true,
}
const EMPTY_PROFILE: ProfileFacts = {
  full_name: ' ',
  bio: '\n',
  hourly_rate: '',
  services_offered: [],
  service_areas: [],
  ssn: '1',
  social_media_url: 'x',
  hasPhoto: false,
}

describe('the nine checks of a profile', () => {
  test('the checks run in their order, and the first failure is returned', () => {
    const corrections: [string, Partial<ProfileFacts>][] = [
      ['full_name_required', { full_name: 'Ana' }],
      ['bio_required', { bio: 'Careful' }],
      ['hourly_rate_invalid', { hourly_rate: '15' }],
      ['service_required', { services_offered: ['deep'] }],
      ['area_required', { service_areas: ['02128'] }],
      ['photo_required', { photoBytes: 5_242_881 }],
      ['ssn_invalid', { ssn: '' }],
      ['social_media_url_invalid', { social_media_url: '' }],
      ['profile_image_too_large', { photoBytes: 5_242_880 }],
    ]
    let facts = EMPTY_PROFILE
    for (const [code, correction] of corrections) {
      expect(findProfileProblem(facts)?.code).toBe(code)
      facts = { ...facts, ...correction }
    }
    expect(findProfileProblem(facts)).toBeUndefined()
  })

  test('a name or a bio of invisible characters counts as missing', () => {
    for (const blank of ['\u200b', '\u2060\u200e ', '\u2800']) {
      expect(findProfileProblem({ ...VALID_PROFILE, full_name: blank })?.code).toBe(
        'full_name_required',
      )
      expect(findProfileProblem({ ...VALID_PROFILE, bio: blank })?.code).toBe('bio_required')
    }
  })

  test.each(['', '14.99', '-20', '1e2', 'abc', '15.005', '15,5'])(
    '%j is not an hourly rate',
    (rate) => {
      expect(findProfileProblem({ ...VALID_PROFILE, hourly_rate: rate })?.code).toBe(
        'hourly_rate_invalid',
      )
    },
  )

  test('an hourly rate is $15 to $200 in whole cents', () => {
    for (const rate of ['15', '15.01', '200', '200.00', ' 35.5 ']) {
      expect(findProfileProblem({ ...VALID_PROFILE, hourly_rate: rate })).toBeUndefined()
    }
    expect(findProfileProblem({ ...VALID_PROFILE, hourly_rate: '200.01' })?.code).toBe(
      'hourly_rate_too_high',
    )
  })

  // rule: photos
  test('a gallery has at most five images of five megabytes', () => {
    const file = (name: string, size = 5_242_880) => ({ name, size })
    expect(findGalleryProblem(3, [file('a.jpg'), file('b.jpg')])).toBeUndefined()
    expect(findGalleryProblem(4, [file('a.jpg'), file('b.jpg')])).toEqual({ code: 'gallery_full' })
    expect(findGalleryProblem(0, [file('a.jpg'), file('b.jpg', 5_242_881)])).toEqual({
      code: 'gallery_image_too_large',
      file: 'b.jpg',
    })
  })
})

// rule: ssn-rules
describe('a Social Security Number', () => {
  test.each([
    ['1', '1'],
    ['1234', '123-4'],
    ['123-45', '123-45'],
    ['a219 09 9999b', '219-09-9999'],
    ['21909999912', '219-09-9999'],
  ])('%j is written %j', (typed, formatted) => expect(formatSsn(typed)).toBe(formatted))

  test('the number has nine digits, is not 000000000 or 123456789 and does not begin with 666 or 000', () => {
    for (const good of ['219-09-9999', '219099999', '900-12-3456']) expect(isSsn(good)).toBe(true)
    for (const bad of [
      '219-09-999',
      '000-00-0000',
      '123-45-6789',
      '666-12-3456',
      '000-12-3456',
      '',
    ])
      expect(isSsn(bad)).toBe(false)
  })
})

describe('a social address', () => {
  test.each([
    'https://www.instagram.com/ana.cleans/',
    'https://www.tiktok.com/@ana-cleans',
    'https://br.linkedin.com/in/ana-souza',
    'https://m.facebook.com/profile.php?id=100',
    'https://twitter.com/ana',
    'https://x.com/ana?s=20',
  ])('%s is one', (address) => expect(socialAddress(` ${address} `)).toBe(address))

  test('may be typed without its scheme', () => {
    expect(socialAddress('instagram.com/ana')).toBe('https://instagram.com/ana')
  })

  test.each([
    ['//x.com/a', 'https://x.com/a'],
    ['http://instagram.com/ana', 'https://instagram.com/ana'],
    ['HTTPS://X.com/ana', 'https://x.com/ana'],
    ['https:///instagram.com/ana', 'https://instagram.com/ana'],
    ['https://facebook.com/"><b>', 'https://facebook.com/%22%3E%3Cb%3E'],
    ['https://x.com/./ana', 'https://x.com/ana'],
  ])('%s is kept as every program reads it', (typed, kept) => {
    expect(socialAddress(typed)).toBe(kept)
  })

  test.each([
    '@ana',
    'https://tiktok.com\\@evil.test/a',
    'https://instagram.com\\ana',
    'https://:secret@instagram.com/ana',
    'https://instagram.com',
    'https://tiktok.com/ana',
    'https://linkedin.com/company/ana',
    'https://evilinstagram.com/ana',
    'https://instagram.com.evil.example/ana',
    'https://ana@instagram.com/ana',
    'javascript:alert(1)//x.com/ana',
    'https://example.com/ana',
    `https://instagram.com/${'a'.repeat(300)}`,
  ])('%s is none', (address) => expect(socialAddress(address)).toBeUndefined())
})

// rule: photos
describe('the limits of pictures', () => {
  const facts = { ...VALID_PROFILE, photoBytes: 5_242_880 }
  test('a profile image has at most 5 MB (5242880 bytes)', () => {
    expect(findProfileProblem(facts)).toBeUndefined()
    expect(findProfileProblem({ ...facts, photoBytes: 5_242_881 })?.field).toBe('profile_image')
  })
  test('a gallery has at most 5 images of 5 MB', () => {
    const images = (count: number, size: number) =>
      Array.from({ length: count }, (_, index) => ({ name: `${index}.jpg`, size }))
    expect(findGalleryProblem(0, images(5, 5_242_880))).toBeUndefined()
    expect(findGalleryProblem(0, images(6, 1))?.code).toBe('gallery_full')
    expect(findGalleryProblem(0, images(1, 5_242_881))?.code).toBe('gallery_image_too_large')
  })
})
