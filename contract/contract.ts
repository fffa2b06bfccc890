import * as absences from './bookings/absences.ts'
import * as access from './visits/access.ts'
import * as account from './account/account.ts'
import * as agreements from './bookings/agreements.ts'
import * as audit from './trust/audit.ts'
import * as agenda from './bookings/agenda.ts'
import * as billing from './money/billing.ts'
import * as bookings from './bookings/bookings.ts'
import * as busyTimes from './calendar/busy-times.ts'
import * as cities from './market/cities.ts'
import * as claims from './trust/claims.ts'
import * as clientNotes from './market/client-notes.ts'
import * as dashboard from './bookings/dashboard.ts'
import * as decisions from './trust/decisions.ts'
import * as calendarFeed from './calendar/calendar-feed.ts'
import * as checklist from './visits/checklist.ts'
import type { Endpoint } from './endpoint.ts'
import * as factors from './people/factors.ts'
import * as finding from './console/finding.ts'
import * as health from './console/health.ts'
import * as hours from './bookings/hours.ts'
import * as homes from './market/homes.ts'
import * as identity from './people/identity.ts'
import * as locations from './market/locations.ts'
import * as media from './media.ts'
import * as messaging from './talk/messaging.ts'
import * as notices from './talk/notices.ts'
import * as offer from './market/offer.ts'
import * as operatorActions from './console/operator-actions.ts'
import * as operatorCases from './console/operator-cases.ts'
import * as operators from './console/operators.ts'
import * as operatorViews from './console/operator-views.ts'
import * as passkeys from './people/passkeys.ts'
import * as problems from './visits/problems.ts'
import * as receipts from './bookings/receipts.ts'
import * as pairs from './visits/pairs.ts'
import * as privatePhotos from './visits/private-photos.ts'
import * as proposals from './bookings/proposals.ts'
import * as profile from './market/profile.ts'
import * as professionals from './market/professionals.ts'
import * as quotes from './bookings/quote.ts'
import * as reliability from './market/reliability.ts'
import * as reports from './trust/reports.ts'
import * as reviews from './market/reviews.ts'
import * as safety from './visits/safety.ts'
import * as noFreeTime from './market/no-free-time.ts'
import * as search from './market/search.ts'
import * as series from './bookings/series.ts'
import * as sharing from './market/sharing.ts'
import * as simulatedCheckout from './money/simulated-checkout.ts'
import * as support from './talk/support.ts'
import * as slots from './calendar/slots.ts'
import * as time from './calendar/time.ts'
import * as verification from './trust/verification.ts'
import * as verificationActions from './trust/verification-actions.ts'
import * as visits from './visits/visits.ts'

/**
 * The files with calls, by the feature that they belong to. Each call that such a file exports is part of the API.
 */
const FILES = {
  identity: [identity, factors, passkeys],
  account: [account],
  decisions: [decisions],
  actions: [operatorActions, verificationActions, operatorViews],
  support: [support],
  claims: [claims],
  locations: [locations],
  media: [media],
  professionals: [professionals],
  search: [search, noFreeTime],
  cities: [cities],
  profile: [profile],
  time: [time, busyTimes, slots],
  offer: [offer, quotes],
  homes: [homes],
  access: [access],
  reports: [reports],
  reviews: [reviews, clientNotes],
  bookings: [bookings, reliability, proposals, absences, agenda, calendarFeed],
  visits: [visits, checklist, pairs, privatePhotos],
  problems: [problems],
  safety: [safety],
  hours: [hours, receipts],
  health: [health],
  agreements: [agreements],
  series: [series],
  billing: [billing, simulatedCheckout],
  messaging: [messaging],
  notifications: [notices],
  dashboard: [dashboard],
  sharing: [sharing],
  verification: [verification],
  operators: [operators],
  'operator-cases': [operatorCases],
  audit: [audit],
  finding: [finding],
}
export type Feature = keyof typeof FILES

type File = (typeof FILES)[Feature][number]
type ExportsOf<OneFile> = OneFile extends unknown ? OneFile[keyof OneFile] : never
type Call = Extract<ExportsOf<File>, Endpoint>

/** Every endpoint of the API by its feature, in the order of the OpenAPI document. */
export const CALLS = Object.fromEntries(
  Object.entries(FILES).map(([feature, files]) => [feature, files.flatMap(callsOf)]),
) as Record<Feature, Call[]>

/** Every endpoint of the API. */
export const ENDPOINTS: readonly Call[] = Object.values(CALLS).flat()

function callsOf(file: File): Call[] {
  return Object.values<unknown>(file).filter(isCall)
}

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value
}

/**
 * The type of every endpoint by 'METHOD path'. The web imports only this type from this file. So the schemas, and zod
 * with them, are not in the JavaScript of the browser's first view.
 */
export type Contract = {
  [E in Call as `${E['method']} ${E['path']}`]: E
}
