import type { Language } from '#contract/product.ts'
import { SERVICE_TYPES, YEARS_OF_EXPERIENCE } from '#contract/product.ts'
import type { Chance } from '#drawings/chance.ts'
import { bioWriter, businessName } from './bios.ts'
import type { NamedDemoClient, NamedDemoProfessional } from './demo-people.ts'
import { nameInAddress, personName, uniquely } from './names.ts'
import { DEMO_PICTURES } from './pictures.ts'
import { sureCount, territories, weighted } from './territory.ts'
import type { Area, Home } from './territory.ts'

export type DemoClient = {
  id: string
  first_name: string
  last_name: string
  email: string
  phone: string
  language: Language
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

const DAY_MS = 86_400_000
const INACTIVE = 0.03
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

/** `count` clients beside those of the cast, who come first. */
export function demoClients(
  cast: readonly NamedDemoClient[],
  zips: readonly Home[],
  count: number,
  dice: Chance,
  now: Date,
): DemoClient[] {
  const home = weighted(zips, dice)
  const email = uniquely([])
  return [
    ...cast.map((member) => ({
      ...member,
      id: idAt(daysBefore(now, 900), dice),
      home: homeOf(member.zip, zips),
      createdAt: daysBefore(now, 900),
    })),
    ...Array.from({ length: count }, () => {
      const { first, last, language } = personName(dice, 0.62)
      const createdAt = daysBefore(now, 1450 + dice.next() * 400)
      return {
        id: idAt(createdAt, dice),
        first_name: first,
        last_name: last,
        email: `${email(`client.${nameInAddress(first)}.${nameInAddress(last)}`)}@demo.lustra.example`,
        phone: phone(dice),
        language,
        home: home(),
        address: streetAddress(dice),
        createdAt,
      }
    }),
  ]
}

/** `count` professionals beside those of the cast, who come first. */
export function demoProfessionals(
  cast: readonly NamedDemoProfessional[],
  areaOf: (label: string) => Area,
  zips: readonly Home[],
  count: number,
  dice: Chance,
  now: Date,
): DemoProfessional[] {
  const write = { slug: uniquely(cast.map((member) => member.slug)), bio: bioWriter(dice) }
  const sure = sureCount(count)
  const made = territories(zips, count, dice).map((post, index) =>
    professional(post, index < sure || !dice.happens(INACTIVE), write, dice, now),
  )
  return [...cast.map((member) => castProfessional(member, areaOf, zips, dice, now)), ...made]
}

function professional(
  { home, areas }: { home: Home; areas: Area[] },
  active: boolean,
  write: { slug: (name: string) => string; bio: ReturnType<typeof bioWriter> },
  dice: Chance,
  now: Date,
): DemoProfessional {
  const { first, last, presentation, language: mother } = personName(dice)
  const language = mother !== 'en' && dice.happens(0.25) ? 'en' : mother
  const slug = write.slug(nameInAddress(`${first} ${last}`))
  const years_experience = dice.pick(YEARS_OF_EXPERIENCE)
  const createdAt = daysBefore(now, 20 + dice.next() ** 1.5 * 1400)
  const portraits = DEMO_PICTURES[presentation]
  return {
    id: idAt(createdAt, dice),
    first_name: first,
    last_name: last,
    email: `${slug}@demo.lustra.example`,
    phone: phone(dice),
    language,
    home,
    createdAt,
    slug,
    business_name: businessName(dice, last, home.city),
    bio: write.bio(language, home.city, years_experience),
    hourly_rate_cents: rateCents(home.state, dice),
    years_experience,
    employees_count: dice.pick(['1-3', '1-3', '1-3', '1-3', '4-10', '11-20']),
    services: services(dice),
    background_check_status: dice.happens(0.6)
      ? 'approved'
      : dice.pick(['not_submitted', 'not_submitted', 'not_submitted', 'pending', 'rejected']),
    profile_image: dice.happens(0.93)
      ? portraits[Math.floor(dice.next() * portraits.length)]!
      : null,
    gallery_images: gallery(dice),
    areas,
    active,
  }
}

function castProfessional(
  member: NamedDemoProfessional,
  areaOf: (label: string) => Area,
  zips: readonly Home[],
  dice: Chance,
  now: Date,
): DemoProfessional {
  const createdAt = daysBefore(now, 700)
  const [kitchen, bath, living] = DEMO_PICTURES.rooms.slice(member.portrait * 5)
  return {
    ...member,
    id: idAt(createdAt, dice),
    home: homeOf(member.zip, zips),
    createdAt,
    profile_image: DEMO_PICTURES[member.presentation][member.portrait]!,
    gallery_images: member.active
      ? [kitchen!.after, kitchen!.before, bath!.after, bath!.before, living!.after]
      : [],
    areas: member.areas.map(areaOf),
  }
}

/** Pairs of the same room, the clean one first since it leads a card, and sometimes one that stands alone. */
function gallery(dice: Chance): string[] {
  const { rooms } = DEMO_PICTURES
  const first = Math.floor(dice.next() * rooms.length)
  const three = [0, 1, 2].map((step) => rooms[(first + step * 7) % rooms.length]!)
  const files = three.flatMap(({ before, after }) => [after, before])
  return files.slice(0, dice.pick([0, 2, 2, 4, 4, 4, 5, 0, 2]))
}

function services(dice: Chance): string[] {
  const chosen = SERVICE_TYPES.filter((_, index) =>
    dice.happens([1, 0.75, 0.55, 0.25, 0.4][index]!),
  )
  return [...chosen]
}

/** From 22 to 95 dollars, by what the region pays. */
function rateCents(state: string, dice: Chance): number {
  const [least, most] = dear.has(state) ? [34, 95] : cheap.has(state) ? [22, 48] : [26, 68]
  const halves = Math.round((least + (most - least) * dice.next() ** 1.6) * 2)
  return dice.happens(0.8) ? Math.round(halves / 2) * 100 : halves * 50
}

export function streetAddress(dice: Chance): string {
  return `${10 + Math.floor(dice.next() * 4800)} ${dice.pick(streets)}`
}

/** Numbers that the telephone companies keep for stories. */
function phone(dice: Chance): string {
  const area = dice.pick(['212', '305', '312', '415', '512', '617', '702', '713', '404', '206'])
  return `(${area}) 555-01${String(Math.floor(dice.next() * 100)).padStart(2, '0')}`
}

function homeOf(zip: string, zips: readonly Home[]): Home {
  const home = zips.find((one) => one.zip === zip)
  if (!home) throw new Error(`Nobody lives in ${zip}`)
  return home
}

export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS)
}

/** An id in time's order (UUID version 7) that the dice give. */
export function idAt(time: Date, dice: Chance): string {
  const hex = (length: number) =>
    Math.floor(dice.next() * 16 ** length)
      .toString(16)
      .padStart(length, '0')
  const stamp = time.getTime().toString(16).padStart(12, '0')
  return `${stamp.slice(0, 8)}-${stamp.slice(8)}-7${hex(3)}-${dice.pick(['8', '9', 'a', 'b'])}${hex(3)}-${hex(6)}${hex(6)}`
}
