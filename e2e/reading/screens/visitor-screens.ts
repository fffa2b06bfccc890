import { readFileSync } from 'node:fs'
import { count, dollars, shortDay, time, dayIn } from '../formats.ts'
import { firstFreeStart, firstTimeOf, NEXT_FREE } from '../free-starts.ts'
import { reliabilityOf } from '../bookings.ts'
import { overviewFacts, profileFacts } from '../profile.ts'
import type { Rows, Screen } from '../reading.ts'

/** An SQL condition about `professional_id`: the subscription is paid, and the account is not suspended. */
const LISTED = `exists (select from subscriptions s join users account on account.id = s.professional_id
  where s.professional_id = serving.professional_id and s.status <> 'lapsed'
    and account.suspension_id is null)`
/** The professionals who serve a city, by its name or by one of its ZIP codes. */
const SERVING = `(select distinct city_id, professional_id from professional_areas join (
    select id as place_id, id as city_id from cities union all select place_id, city_id from zips
  ) as place using (place_id)) as serving`

/** Every screen of a visitor that shows what is stored. */
export function visitorScreens(rows: Rows): Screen[] {
  return [
    {
      path: '/',
      fixed: HOME_TEXTS,
      known: async () => (await measuredShares(rows)).shares.map((share) => `Measured: ${share}.`),
      facts: async () => ({ cities: await popularCities(rows) }),
    },
    {
      path: '/search?zip_code=78701',
      known: async () => {
        const found = await servingZip(rows, '78701')
        const cards = await cardsOf(rows, found)
        return [
          '[value] 78701',
          'Search Results for ZIP: 78701',
          `${count(found.length, 'professional')} found`,
          ...cards,
        ]
      },
      // A next free time is not said until it is written, up to a minute after a change.
      maybe: async () => [
        CARD_DIFFERENCES,
        ...(await nextFreeOf(rows, await servingZip(rows, '78701'))),
      ],
    },
    searchByDay(rows),
    {
      path: '/professional/grace-walker',
      facts: async () => ({ profile: await profileOfVisitor(rows) }),
    },
    {
      path: '/professional/grace-walker',
      part: '[aria-labelledby=next-free]',
      known: async () => [await firstTimeOf(rows, 'grace-walker'), '2 h', '3 h', '4 h'],
      maybe: async () => NEXT_FREE,
    },
    {
      path: '/house-cleaning',
      known: async () =>
        (await statesOf(rows)).map(({ cities }) => count(cities, 'city', 'cities')),
    },
    { path: '/house-cleaning/texas', facts: async () => ({ cities: await citiesOfTexas(rows) }) },
    {
      path: '/house-cleaning/texas/austin',
      known: async () => figuresOfAustin(rows),
      maybe: () => aroundAustin(rows),
    },
    ...(['help', 'terms', 'privacy'] as const).map((name) => ({
      path: `/${name}`,
      maybe: () => Promise.resolve(textsOf(name)),
    })),
    {
      path: '/help/measures',
      maybe: () => Promise.resolve([...textsOf('help'), ...textsOf('claims')]),
      known: () => claimsOf(rows),
      fixed: MEASURED,
    },
    {
      path: '/contact',
      fixed: [
        'Tell us what it is about. We answer by email within 2 working days.',
        "At least 20 characters. Please don't send passwords, card numbers or Social Security Numbers.",
      ],
    },
    { path: '/register', fixed: ['At least 8 characters.'] },
    { path: '/login' },
    { path: '/forgot-password' },
  ]
}

const HOME_TEXTS = [
  '1',
  '2',
  '3',
  "Where you see Instant booking, pick a free time and it's booked right away. Otherwise you'll hear back within 72 hours, or the request expires.",
  '$19.90 a month puts your profile in front of clients in your ZIP codes, with 5 leads each month.',
  "A request that isn't answered within 72 hours expires, and we let you know. You can cancel it any time before that.",
]
const HOME_CITIES = 6

async function popularCities(rows: Rows): Promise<string[]> {
  const cities = await rows<{ professionals: number }>(
    `select count(*)::int as professionals from ${SERVING} where ${LISTED}
     group by city_id order by 1 desc limit ${HOME_CITIES}`,
  )
  return cities.map(({ professionals }) => count(professionals, 'professional'))
}

/** The professionals who serve a ZIP code, by itself or by its city. */
async function servingZip(rows: Rows, zip: string): Promise<string[]> {
  const found = await rows<{ professional_id: string }>(
    `select distinct professional_id from professional_areas as serving join zips
       on serving.place_id in (zips.place_id, zips.city_id) where zip = $1 and ${LISTED}`,
    [zip],
  )
  return found.map(({ professional_id }) => professional_id)
}

const HOME_ZIP = '78701'
const HOME_ZONE = 'America/Chicago'
const HOURS = 2

/** A search for a day: who is free with the first time, and how many have not stated their hours. */
function searchByDay(rows: Rows): Screen {
  const day = nextWednesday()
  const wish = `${shortDay(day)}, ${HOURS} hours`
  const found = async () => {
    const ids = await servingZip(rows, HOME_ZIP)
    const stated = await rows<{ professional_id: string }>(
      'select professional_id from professional_times where stated and professional_id = any ($1)',
      [ids],
    )
    const starts: [id: string, at: Date][] = []
    for (const { professional_id: professional } of stated) {
      const at = await firstFreeStart(rows, {
        professional,
        zip: HOME_ZIP,
        minutes: HOURS * 60,
        day,
      })
      if (at) starts.push([professional, at])
    }
    return { ids, stated: stated.map((one) => one.professional_id), starts }
  }
  return {
    path: `/search?zip_code=${HOME_ZIP}&date=${day}`,
    known: async () => {
      const { ids, stated, starts } = await found()
      return [
        `[value] ${HOME_ZIP}`,
        `Search Results for ZIP: ${HOME_ZIP}`,
        wish,
        `[aria-label] Remove filter: ${wish}`,
        `${count(starts.length, 'professional')} found`,
        ...starts.map(([, at]) => `Free at ${time(at, HOME_ZONE)}`),
        ...(await cardsOf(
          rows,
          starts.map(([id]) => id),
        )),
        `${ids.length - stated.length} more may be free. Ask them.`,
      ]
    },
    maybe: async () => {
      const { ids, stated } = await found()
      const others = ids.filter((id) => !stated.includes(id))
      return [...(await cardsOf(rows, others)), CARD_DIFFERENCES]
    },
  }
}

/** The next free time within a week of each professional who has stated their hours. */
async function nextFreeOf(rows: Rows, ids: readonly string[]): Promise<string[]> {
  const stated = await rows<{ professional_id: string }>(
    'select professional_id from professional_times where stated and professional_id = any ($1)',
    [ids],
  )
  const facts: string[] = []
  for (const { professional_id: professional } of stated) {
    const at = await firstFreeStart(rows, { professional, zip: HOME_ZIP, minutes: HOURS * 60 })
    if (at && +at < Date.now() + 6 * DAY_MS)
      facts.push(`Next: ${shortDay(dayIn(at, HOME_ZONE)).slice(0, 3)} ${time(at, HOME_ZONE)}`)
  }
  return facts
}

/** The first Wednesday that is at least two days ahead, so that nobody's notice is too short. */
function nextWednesday(): string {
  const soonest = new Date(Date.now() + 2 * DAY_MS)
  const ahead = (10 - soonest.getUTCDay()) % 7
  return new Date(+soonest + ahead * DAY_MS).toISOString().slice(0, 10)
}

const DAY_MS = 86_400_000

type Card = {
  full_name: string
  pictures: number
  rates: number[]
  rating: number | null
  reviews: number
  visits: number
}

const CARD_PICTURES = 4
/** The line of a card with what the others on the page do not have: services, areas and how many more. */
const CARD_DIFFERENCES = /^Professional Cleaner/

/** Reads the cards one after another, because each needs a connection of its own. */
async function cardsOf(rows: Rows, ids: readonly string[]): Promise<string[]> {
  const facts: string[] = []
  for (const id of ids) facts.push(...(await cardOf(rows, id)))
  return facts
}

/** The facts of a card of a professional: work, stars, visits, rate, services and places. */
async function cardOf(rows: Rows, id: string): Promise<string[]> {
  const [card] = await rows<Card>(
    `select p.full_name, coalesce(array_length(p.gallery_images, 1), 0) as pictures,
       (select array_agg(coalesce(o.hourly_rate_cents, p.hourly_rate_cents))
         from unnest(p.services) service left join offer_services o
           on o.professional_id = $1 and o.service_type = service) as rates,
       (select avg(rating)::float8 from ${COUNTED_REVIEWS}) as rating,
       (select count(*)::int from ${COUNTED_REVIEWS}) as reviews,
       (select count(*)::int from bookings
         where professional_id = $1 and status = 'completed' and no_show is null) as visits
     from professionals p where user_id = $1`,
    [id],
  )
  const { full_name, pictures, rates, rating, reviews, visits } = card!
  const name = `${full_name.replace(/ Cleaning$/, '')} Cleaning`
  const lowest = Math.min(...rates)
  const stars = rating?.toFixed(1)
  const [kept = ''] = await reliabilityOf(rows, id)
  return [
    ...Array.from(
      { length: Math.min(pictures, CARD_PICTURES) },
      (_, index) => `[alt] Work by ${name}, photo ${index + 1}`,
    ),
    ...(pictures > CARD_PICTURES ? [`+${pictures - CARD_PICTURES}`] : []),
    `[alt] ${full_name}`,
    name,
    `[aria-label] View Profile: ${name}`,
    `[aria-label] Contact Professional: ${name}`,
    `${dollars(HOURS * lowest)} for ${HOURS} h`,
    ...(reviews > 0
      ? [`${stars} out of 5 stars, ${count(reviews, 'review')}`, `${stars} (${reviews})`]
      : []),
    `${Math.max(...rates) > lowest ? 'from ' : ''}${dollars(lowest)}/hour`,
    ...(visits > 0 ? [`· ${count(visits, 'visit')}`] : []),
    ...(kept.endsWith(' kept') ? [`kept ${kept.replace(/ visits? kept$/, '')}`] : []),
  ]
}

/** The newest review of each client, of the visits that took place. */
const COUNTED_REVIEWS = `(select distinct on (client_id) rating from reviews
  where professional_id = $1 and state = 'public' and visit = 'took_place'
  order by client_id, created_at desc) as counted`

/** Leaves out what only a signed-in person reads: reports, and what the professional will see of them. */
async function profileOfVisitor(rows: Rows): Promise<string[]> {
  const facts = [
    ...(await profileFacts(rows, 'grace-walker')),
    ...(await overviewFacts(rows, 'grace-walker')),
  ]
  return facts.filter((one) => !/^(\[aria-label\] Report |When you write or book)/.test(one))
}

function statesOf(rows: Rows) {
  return rows<{ cities: number }>(
    `select count(distinct city_id)::int as cities from ${SERVING} join cities on id = city_id
     where ${LISTED} group by state`,
  )
}

async function citiesOfTexas(rows: Rows): Promise<string[]> {
  const cities = await rows<{ professionals: number }>(
    `select count(*)::int as professionals from ${SERVING} join cities on id = city_id
     where state = 'TX' and ${LISTED} group by id order by name collate "und-x-icu"`,
  )
  return [
    `${cities.length} cities with professionals who take bookings.`,
    ...cities.map(({ professionals }) => count(professionals, 'professional')),
  ]
}

const AUSTIN = `(select id from cities where name = 'Austin' and state = 'TX')`

const servingAustin = (rows: Rows) =>
  rows<{ professional_id: string; rate: number; ratings: number[] }>(
    `select professional_id, hourly_rate_cents as rate, coalesce((
       select array_agg(rating) from (select distinct on (client_id) rating from reviews r
         where r.professional_id = serving.professional_id and state = 'public'
           and visit = 'took_place' order by client_id, created_at desc) as counted), '{}') as ratings
     from ${SERVING} join professionals on user_id = professional_id
     where city_id = ${AUSTIN} and ${LISTED}`,
  )

async function figuresOfAustin(rows: Rows): Promise<string[]> {
  const found = await servingAustin(rows)
  const ratings = found.flatMap((one) => one.ratings)
  const stars = (ratings.reduce((sum, one) => sum + one, 0) / ratings.length).toFixed(1)
  return [
    String(found.length),
    `${dollars(Math.min(...found.map(({ rate }) => rate)))}/hour`,
    `${stars} out of 5 stars, ${count(ratings.length, 'review')}`,
    `${stars} (${ratings.length})`,
    ...(await cardOf(rows, await graceOf(rows))),
  ]
}

async function graceOf(rows: Rows): Promise<string> {
  const [grace] = await rows<{ user_id: string }>(
    `select user_id from professionals where slug = 'grace-walker'`,
  )
  return grace!.user_id
}

/** The cards of the best, the ZIP codes, and the cities nearby. */
async function aroundAustin(rows: Rows): Promise<(string | RegExp)[]> {
  const found = await servingAustin(rows)
  const zips = await rows<{ zip: string }>(`select zip from zips where city_id = ${AUSTIN}`)
  return [
    ...(await cardsOf(
      rows,
      found.map(({ professional_id }) => professional_id),
    )),
    ...zips.map(({ zip }) => zip),
    `${zips.length - ZIPS_SHOWN} more ZIP codes`,
    CARD_DIFFERENCES,
    /^\d{1,2} professionals?$/,
  ]
}

const ZIPS_SHOWN = 12

/** The texts of a document, with the prices of the product. */
export function textsOf(name: 'help' | 'terms' | 'privacy' | 'claims'): RegExp[] {
  const text = readFileSync(`web/src/locales/documents/en/${name}.json`, 'utf8')
  const sentences: string[] = []
  JSON.parse(text, (_key, value: unknown) => {
    if (typeof value === 'string') sentences.push(value)
    return value
  })
  return sentences.map((sentence) => {
    const pattern = sentence
      .split(/(\{\{\w+\}\})/)
      .map((part, index) =>
        index % 2 === 0 ? escaped(part) : (VALUES[part.slice(2, -2)] ?? String.raw`\w[\w ,]*`),
      )
    return new RegExp(`^${pattern.join('')}$`)
  })
}

const escaped = (text: string) => text.replace(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)

const VALUES: Record<string, string> = {
  price: String.raw`\$19\.90`,
  lead_price: String.raw`\$15\.00`,
  single: String.raw`\$75\.00`,
  saved: String.raw`\$55\.10`,
  leads: '5',
  hours: '72',
  reliability_days: '180',
}

/** The counts of those whom search shows. */
export async function claimsOf(rows: Rows): Promise<string[]> {
  const { all, shares } = await measuredShares(rows)
  const today = new Date().toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
  return shares.map((share) => `${share} (${all.toLocaleString('en-US')} cases, ${today})`)
}

async function measuredShares(rows: Rows): Promise<{ all: number; shares: string[] }> {
  const [listed] = await rows<Record<'all' | 'instant' | 'checked', number>>(
    `select count(*)::int as all, count(*) filter (where instant_booking <> 'off')::int as instant,
       count(*) filter (where background_check_status = 'approved')::int as checked
     from (select user_id as professional_id, background_check_status from professionals) as serving
     left join professional_times using (professional_id) where ${LISTED}`,
  )
  const { all, instant, checked } = listed!
  const shareOf = (some: number) =>
    `${(Math.round((1000 * some) / all) / 10).toLocaleString('en-US')}% of the professionals in search`
  return { all, shares: [shareOf(instant), shareOf(checked)] }
}

/** Shares and averages whose measurement has tests of its own: how they are written. */
const MEASURED = [
  /^[\d.]+% (more|fewer) \([\d,]+ cases, \w{3} \d+, \d{4}\)$/,
  /^[\d.]+% of all answers in 90 days \(/,
  /^5 credits per activation \(/,
  /^5 credits per paid month \(/,
  /^[\d.]+ hours per completed visit \(/,
]
