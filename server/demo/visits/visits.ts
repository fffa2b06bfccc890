import { frequenciesOfService } from '#contract/bookings/booking-rules.ts'
import type { ServiceType } from '#contract/product.ts'
import type { Chance } from '../chance.ts'
import { ABSENCE_DAYS, ABSENCE_REASON, daysToAbsence } from './absence.ts'
import { DEMO_PEOPLE } from '../market/demo-people.ts'
import { leastHoursOf } from '../market/offers.ts'
import { HOUR_MS, daysBefore, hoursBefore, idAt, streetAddress } from '../market/people.ts'
import type { DemoClient, DemoProfessional } from '../market/people.ts'
import { reviewTexts } from '../market/review-texts.ts'

/** A booking without its price, which follows from the offer of the professional. */
type Booking = {
  id: string
  client_id: string
  professional_id: string
  status: 'pending' | 'accepted' | 'completed' | 'cancelled'
  service_type: ServiceType
  cleaning_frequency: string
  booking_date: string
  booking_time: string
  time_zone: string
  address: string
  city: string
  state: string
  zip_code: string
  notes: string
  estimated_hours: number
  reason: string | null
  reason_code: 'ill' | null
  cancelled_by: 'client' | 'professional' | null
  cancelled_at: Date | null
  created_at: Date
  answered_at: Date | null
}
type Review = {
  id: string
  professional_id: string
  client_id: string
  rating: number
  title: string
  comment: string
  created_at: Date
}

export type Visits = { bookings: Booking[]; reviews: Review[] }

const VISITS_MAX = 40
const REVIEWED = 0.85
const UNVERIFIED = 0.04
/** Past visits of each active named professional, and how many of them their own named client had. */
const VISITS_OF_NAMED = 38
const VISITS_OF_NAMED_CLIENT = 3
/** Step sizes that visit every client once: none of them divides the number of clients. */
const strides = [7, 11, 13, 17, 19] as const
const notes = [
  '',
  '',
  '',
  'Please mind the cat.',
  'The key is with the doorman.',
  'Park in the driveway.',
  'Ring twice, the bell is shy.',
] as const

/** The completed visits until now, at most one a day for each professional, and their reviews. */
export function pastVisits(
  professionals: readonly DemoProfessional[],
  clients: readonly DemoClient[],
  random: Chance,
  now: Date,
): Visits {
  const visits: Visits = { bookings: [], reviews: [] }
  const otherClients = clients.filter(({ email }) => !ownClient.has(email))
  for (const professional of professionals) {
    const own = clients.find(({ email }) => clientOf.get(professional.email) === email)
    const age = (now.getTime() - professional.createdAt.getTime()) / 86_400_000
    const count = countVisitsOf(professional, age, random)
    const start = Math.floor(random.next() * otherClients.length)
    const stride = random.pick(strides)
    for (let visit = 0; visit < count; visit++) {
      const client =
        own && visit < VISITS_OF_NAMED_CLIENT
          ? own
          : otherClients[(start + visit * stride) % otherClients.length]!
      const daysAgo = 3 + Math.floor(((visit + 0.15 + 0.7 * random.next()) * (age - 6)) / count)
      const verified = client === own || !random.happens(UNVERIFIED)
      if (verified) visits.bookings.push(completed(professional, client, daysAgo, random, now))
      const isRepeat = client === own && visit > 0
      if (!isRepeat && (client === own || !verified || random.happens(REVIEWED))) {
        visits.reviews.push(review(professional, client, daysAgo, random, now))
      }
    }
  }
  return visits
}

/**
 * Coming bookings of the active named professionals: pending requests, two of them for the same hour, and accepted
 * visits.
 */
export function comingVisits(
  professionals: readonly DemoProfessional[],
  clients: readonly DemoClient[],
  random: Chance,
  now: Date,
): Booking[] {
  return professionals
    .filter(({ email }) => clientOf.has(email))
    .flatMap((professional, index) => {
      // Lucía writes Spanish, so one of her agreements is in Spanish and English.
      const isLucia = professional.email === DEMO_PEOPLE.lucia.email
      const strangers = isLucia ? clients.filter(({ language }) => language === 'en') : clients
      const [first, second] = strangers.slice(10 + index * 3)
      const own = ownClientOf(professional, clients)
      const plan = [
        ['accepted', first!, 2, '13:00', 3, 'standard'],
        ['accepted', own, 5, '09:00', 3, 'standard'],
        ['pending', own, 9, '10:00', 4, 'deep'],
        ['pending', first!, 6, '14:00', 2, 'standard'],
        ['pending', second!, 5, '10:00', 4, 'move_in_out'],
        ['cancelled', own, 4, '15:00', 2, 'standard'],
        ...(isLucia ? requestsOfTheMonth(clients.slice(40)) : []),
      ] as const
      const zone = professional.home.time_zone
      const isIll = professional.email === DEMO_PEOPLE.ana.email
      const begin = daysToAbsence(now, zone)
      return plan.map((entry, step) => {
        const [status, client, days, time, hours, service_type, hoursAgo = 2 + step * 3] = entry
        const created_at = hoursBefore(now, hoursAgo)
        const isAbsent = isIll && days >= begin && days < begin + ABSENCE_DAYS
        return booking(professional, client, random, {
          status,
          service_type,
          booking_date: dateAhead(now, isAbsent ? days + ABSENCE_DAYS : days, zone),
          booking_time: time,
          estimated_hours: hours,
          created_at,
          ...(status === 'accepted' && { answered_at: new Date(+created_at + 3_000_000) }),
          ...(status === 'cancelled' && {
            reason: 'We are out of town that day after all.',
            cancelled_by: 'client' as const,
            cancelled_at: new Date(+created_at + HOUR_MS),
          }),
        })
      })
    })
}

/** Two visits that a professional who is ill cancelled, on the second and the third day of the absence. */
export function absentVisits(
  professional: DemoProfessional,
  clients: readonly DemoClient[],
  random: Chance,
  now: Date,
): Booking[] {
  const { time_zone } = professional.home
  const told = clients.filter(
    ({ language, email }) => language === professional.language && !ownClient.has(email),
  )
  return [1, 2].map((day) => {
    const created_at = hoursBefore(now, 20 + day)
    return booking(professional, told[day]!, random, {
      status: 'cancelled',
      service_type: 'standard',
      booking_date: dateAhead(now, daysToAbsence(now, time_zone) + day, time_zone),
      booking_time: '10:00',
      reason: ABSENCE_REASON,
      reason_code: 'ill',
      cancelled_by: 'professional',
      cancelled_at: new Date(+created_at + HOUR_MS),
      created_at,
      answered_at: new Date(+created_at + HOUR_MS / 2),
    })
  })
}

/** The regular client of a named professional: their named client, or one who reads the same language. */
export function ownClientOf(
  { email, language }: DemoProfessional,
  clients: readonly DemoClient[],
): DemoClient {
  const own = clientOf.get(email)
  return (
    clients.find((client) => client.email === own) ??
    clients.find((client) => client.language === language && !ownClient.has(client.email))!
  )
}

/** The requests of this month have used up the professional's credits, so the latest lead waits for one. */
function requestsOfTheMonth(clients: readonly DemoClient[]) {
  const [first, second, third, fourth] = clients
  return [
    ['cancelled', first!, 3, '09:00', 2, 'standard', 19 * 24],
    ['cancelled', second!, 7, '11:00', 3, 'deep', 12 * 24],
    ['cancelled', third!, 8, '13:00', 2, 'standard', 6 * 24],
    ['pending', fourth!, 10, '09:30', 4, 'move_in_out', 1],
  ] as const
}

const clientOf = new Map<string, string | undefined>([
  [DEMO_PEOPLE.grace.email, DEMO_PEOPLE.maya.email],
  [DEMO_PEOPLE.lucia.email, DEMO_PEOPLE.carlos.email],
  [DEMO_PEOPLE.ana.email, undefined],
])
const ownClient = new Set<string>([DEMO_PEOPLE.maya.email, DEMO_PEOPLE.carlos.email])

function countVisitsOf(professional: DemoProfessional, age: number, random: Chance): number {
  if (clientOf.has(professional.email)) return VISITS_OF_NAMED
  if (professional.email === DEMO_PEOPLE.marcus.email || random.happens(0.1)) return 0
  return Math.min(Math.ceil(VISITS_MAX * random.next() ** 2.4), Math.floor(age / 8))
}

/** A visit that took place `daysAgo` days ago. */
export function completed(
  professional: DemoProfessional,
  client: DemoClient,
  daysAgo: number,
  random: Chance,
  now: Date,
): Booking {
  const requestedAt = Math.max(
    daysBefore(now, daysAgo + 2 + random.next() * 6).getTime(),
    professional.createdAt.getTime(),
  )
  const created_at = new Date(requestedAt)
  const hours = random.pick([2, 2, 3, 3, 4, 6])
  const booking_date = daysBefore(now, daysAgo).toISOString().slice(0, 10)
  const facts = { status: 'completed', booking_date, created_at } as const
  const visit = booking(professional, client, random, facts)
  return {
    ...visit,
    booking_time: random.pick(['08:00', '08:30', '09:00', '10:00', '11:00', '13:00', '14:30']),
    estimated_hours: Math.max(hours, leastHoursOf(visit.service_type)),
    answered_at: new Date(requestedAt + (0.2 + random.next() ** 2 * 20) * HOUR_MS),
  }
}

type Facts = Partial<Booking> & Pick<Booking, 'status' | 'booking_date' | 'created_at'>

const FREQUENCIES = ['one_time', 'one_time', 'weekly', 'biweekly', 'monthly'] as const

/**
 * A booking of two hours at nine, which nobody has answered or cancelled, unless `facts` say so. A named client's visit
 * is at their home, others near the professional.
 */
export function booking(
  professional: DemoProfessional,
  client: DemoClient,
  random: Chance,
  facts: Facts,
): Booking {
  const atHome = ownClient.has(client.email)
  const home = atHome ? client.home : professional.home
  const services = professional.services as [ServiceType, ...ServiceType[]]
  const usual = random.happens(0.5) ? services[0] : random.pick(services)
  const { service_type = usual } = facts
  const [often = 'one_time', ...others] = frequenciesOfService(FREQUENCIES, service_type)
  return {
    client_id: client.id,
    professional_id: professional.id,
    service_type,
    cleaning_frequency: random.pick([often, ...others]),
    time_zone: home.time_zone,
    address: atHome ? client.address : streetAddress(random),
    city: home.city,
    state: home.state,
    zip_code: home.zip,
    notes: random.pick(notes),
    booking_time: '09:00',
    estimated_hours: 2,
    reason: null,
    reason_code: null,
    cancelled_by: null,
    cancelled_at: null,
    answered_at: null,
    id: idAt(facts.created_at, random),
    ...facts,
  }
}

/** The date so many days ahead of now in a time zone. */
export function dateAhead(now: Date, days: number, timeZone: string): string {
  return daysBefore(now, -days).toLocaleDateString('en-CA', { timeZone })
}

function review(
  professional: DemoProfessional,
  client: DemoClient,
  daysAgo: number,
  random: Chance,
  now: Date,
): Review {
  const rating = stars(professional, random)
  const own = client.language === professional.language || random.happens(0.4)
  // On the hour: the times of dozens of reviews on one page then weigh little. rule: first-view
  const written = daysBefore(now, daysAgo - 1 - random.next())
  const created_at = new Date(Math.ceil(written.getTime() / HOUR_MS) * HOUR_MS)
  return {
    id: idAt(created_at, random),
    professional_id: professional.id,
    client_id: client.id,
    rating,
    ...reviewTexts(random, own ? client.language : 'en', rating, professional.first_name),
    created_at,
  }
}

/**
 * Mostly five stars. How often depends on the last digit of the professional's id, so ratings differ between
 * professionals.
 */
function stars(professional: DemoProfessional, random: Chance): number {
  const fiveStarShare = clientOf.has(professional.email)
    ? 0.9
    : 0.5 + (Number.parseInt(professional.id.slice(-2), 16) / 255) * 0.42
  if (random.happens(fiveStarShare)) return 5
  return random.pick([4, 4, 4, 4, 4, 4, 3, 3, 3, 2, 1])
}
