import type { DemoLanguage } from '../demo-language.ts'
import { SERVICE_TYPES } from '#contract/product.ts'
import { YEARS_OF_EXPERIENCE } from '#contract/market/profile-rules.ts'
import type { Chance } from '../chance.ts'
import { bioWriter, businessName } from './bios.ts'
import type { NamedDemoClient, NamedDemoProfessional } from './demo-people.ts'
import { nameInAddress, personName, uniquely } from './names.ts'
import { ownPictures } from './own-pictures.ts'
import type { PictureWish } from './own-pictures.ts'
import { countBigCityTerritories, territories, weighted } from './territory.ts'
import type { Area, Home } from './territory.ts'

export type DemoClient = {
  id: string
  first_name: string
  last_name: string
  email: string
  phone: string
  language: DemoLanguage
  home: Home
  address: string
  createdAt: Date
}
export type DemoProfessional = Omit<DemoClient, 'address'> & {
  slug: string
  business_name: string
  bio: string
  hourly_rate_cents: number
  years_experience: string
  employees_count: string
  services: string[]
  background_check_status: string
  profile_image: string | null
  gallery_images: string[]
  areas: Area[]
  active: boolean
}

export const HOUR_MS = 3_600_000
const INACTIVE = 0.03
const ANY_TONE = [0, 8] as const
const dear = new Set('CA NY MA WA DC HI CT NJ AK NH'.split(' '))
const cheap = new Set('MS AL AR WV OK KY LA NM IA KS SD TN SC PR'.split(' '))
const streets = [
  'Maple Street',
  'Oak Avenue',
  'Cedar Lane',
  'Elm Street',
  'Park Avenue',
  'Willow Drive',
  'Lake Street',
  'Hill Road',
  'Washington Street',
  'Sunset Boulevard',
  'Magnolia Court',
  'River Road',
  'Chestnut Street',
  'Highland Avenue',
] as const

/** The named clients first, then `count` generated ones. */
export function demoClients(
  named: readonly NamedDemoClient[],
  zips: readonly Home[],
  count: number,
  random: Chance,
  now: Date,
): DemoClient[] {
  const home = weighted(zips, random)
  const email = uniquely([])
  return [
    ...named.map((member) => ({
      ...member,
      id: idAt(daysBefore(now, 900), random),
      home: homeOf(member.zip, zips),
      createdAt: daysBefore(now, 900),
    })),
    ...Array.from({ length: count }, () => {
      const { first, last, language } = personName(random, 0.62)
      const createdAt = daysBefore(now, 1450 + random.next() * 400)
      return {
        id: idAt(createdAt, random),
        first_name: first,
        last_name: last,
        email: `${email(`client.${nameInAddress(first)}.${nameInAddress(last)}`)}@demo.lustra.example`,
        phone: phone(random),
        language,
        home: home(),
        address: streetAddress(random),
        createdAt,
      }
    }),
  ]
}

/** The named professionals first, then `count` generated ones. */
export function demoProfessionals(
  named: readonly NamedDemoProfessional[],
  areaOf: (label: string) => Area,
  zips: readonly Home[],
  count: number,
  random: Chance,
  now: Date,
): DemoProfessional[] {
  const write = { slug: uniquely(named.map((member) => member.slug)), bio: bioWriter(random) }
  const bigCityCount = countBigCityTerritories(count)
  const others = territories(zips, count, random).map((post, index) =>
    professional(post, index < bigCityCount || !random.happens(INACTIVE), write, random, now),
  )
  const all = [
    ...named.map((member) => namedProfessional(member, areaOf, zips, random, now)),
    ...others,
  ]
  const pictures = ownPictures(all, zips)
  return all.map(({ wish: _wish, ...one }, index) => ({ ...one, ...pictures[index]! }))
}

type WithoutPictures = Omit<DemoProfessional, 'profile_image' | 'gallery_images'> & {
  wish: PictureWish
}

function professional(
  { home, areas }: { home: Home; areas: Area[] },
  active: boolean,
  write: { slug: (name: string) => string; bio: ReturnType<typeof bioWriter> },
  random: Chance,
  now: Date,
): WithoutPictures {
  const { first, last, presentation, tones, language: mother } = personName(random)
  const language = mother !== 'en' && random.happens(0.25) ? 'en' : mother
  const slug = write.slug(nameInAddress(`${first} ${last}`))
  const years_experience = random.pick(YEARS_OF_EXPERIENCE)
  const createdAt = daysBefore(now, 20 + random.next() ** 1.5 * 1400)
  return {
    id: idAt(createdAt, random),
    first_name: first,
    last_name: last,
    email: `${slug}@demo.lustra.example`,
    phone: phone(random),
    language,
    home,
    createdAt,
    slug,
    business_name: businessName(random, last, home.city),
    bio: write.bio(language, home.city, years_experience),
    hourly_rate_cents: rateCents(home.state, random),
    years_experience,
    employees_count: random.pick(['1-3', '1-3', '1-3', '1-3', '4-10', '11-20']),
    services: services(random),
    background_check_status: random.happens(0.6)
      ? 'approved'
      : random.pick(['not_submitted', 'not_submitted', 'not_submitted', 'pending', 'rejected']),
    wish: {
      presentation,
      tones,
      // From 0 to 1: where the search for a free portrait and for free rooms begins.
      portraitFrom: random.happens(0.93) ? random.next() : null,
      roomsFrom: random.next(),
      photos: random.pick([0, 2, 2, 4, 4, 4, 5, 3, 2]),
    },
    areas,
    active,
  }
}

function namedProfessional(
  member: NamedDemoProfessional,
  areaOf: (label: string) => Area,
  zips: readonly Home[],
  random: Chance,
  now: Date,
): WithoutPictures {
  const createdAt = daysBefore(now, 700)
  return {
    ...member,
    id: idAt(createdAt, random),
    home: homeOf(member.zip, zips),
    createdAt,
    wish: {
      presentation: member.presentation,
      tones: ANY_TONE,
      portrait: member.portrait,
      portraitFrom: 0,
      roomsFrom: member.portrait / 10,
      photos: member.active ? 5 : 0,
    },
    areas: member.areas.map(areaOf),
  }
}

function services(random: Chance): string[] {
  const chosen = SERVICE_TYPES.filter((_, index) =>
    random.happens([1, 0.75, 0.55, 0.25, 0.4][index]!),
  )
  return [...chosen]
}

/** A random rate in cents, between 22 and 95 dollars depending on the region. */
function rateCents(state: string, random: Chance): number {
  const [lowest, highest] = dear.has(state) ? [34, 95] : cheap.has(state) ? [22, 48] : [26, 68]
  const halves = Math.round((lowest + (highest - lowest) * random.next() ** 1.6) * 2)
  return random.happens(0.8) ? Math.round(halves / 2) * 100 : halves * 50
}

export function streetAddress(random: Chance): string {
  return `${10 + Math.floor(random.next() * 4800)} ${random.pick(streets)}`
}

/** Telephone numbers that are reserved for fiction (555-01xx). */
function phone(random: Chance): string {
  const area = random.pick(['212', '305', '312', '415', '512', '617', '702', '713', '404', '206'])
  return `(${area}) 555-01${String(Math.floor(random.next() * 100)).padStart(2, '0')}`
}

function homeOf(zip: string, zips: readonly Home[]): Home {
  const home = zips.find((one) => one.zip === zip)
  if (!home) throw new Error(`Nobody lives in ${zip}`)
  return home
}

export function daysBefore(now: Date, days: number): Date {
  return hoursBefore(now, 24 * days)
}

export function hoursBefore(now: Date, hours: number): Date {
  return new Date(+now - hours * HOUR_MS)
}

/** A random UUID version 7 of this time. */
export function idAt(time: Date, random: Chance): string {
  const hex = (length: number) =>
    Math.floor(random.next() * 16 ** length)
      .toString(16)
      .padStart(length, '0')
  const stamp = time.getTime().toString(16).padStart(12, '0')
  return `${stamp.slice(0, 8)}-${stamp.slice(8)}-7${hex(3)}-${random.pick(['8', '9', 'a', 'b'])}${hex(3)}-${hex(6)}${hex(6)}`
}
