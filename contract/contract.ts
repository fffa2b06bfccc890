import * as absences from './absences.ts'
import * as access from './access.ts'
import * as account from './account.ts'
import * as agreements from './agreements.ts'
import * as audit from './audit.ts'
import * as agenda from './agenda.ts'
import * as billing from './billing.ts'
import * as bookings from './bookings.ts'
import * as busyTimes from './busy-times.ts'
import * as cities from './cities.ts'
import * as claims from './claims.ts'
import * as clientNotes from './client-notes.ts'
import * as dashboard from './dashboard.ts'
import * as decisions from './decisions.ts'
import * as calendarFeed from './calendar-feed.ts'
import * as checklist from './checklist.ts'
import type { Endpoint } from './endpoint.ts'
import * as factors from './factors.ts'
import * as finding from './finding.ts'
import * as health from './health.ts'
import * as hours from './hours.ts'
import * as homes from './homes.ts'
import * as identity from './identity.ts'
import * as locations from './locations.ts'
import * as media from './media.ts'
import * as messaging from './messaging.ts'
import * as notices from './notices.ts'
import * as offer from './offer.ts'
import * as operatorActions from './operator-actions.ts'
import * as operatorCases from './operator-cases.ts'
import * as operators from './operators.ts'
import * as operatorViews from './operator-views.ts'
import * as passkeys from './passkeys.ts'
import * as problems from './problems.ts'
import * as receipts from './receipts.ts'
import * as pairs from './pairs.ts'
import * as privatePhotos from './private-photos.ts'
import * as proposals from './proposals.ts'
import * as profile from './profile.ts'
import * as professionals from './professionals.ts'
import * as quotes from './quote.ts'
import * as reliability from './reliability.ts'
import * as reports from './reports.ts'
import * as reviews from './reviews.ts'
import * as safety from './safety.ts'
import * as search from './search.ts'
import * as series from './series.ts'
import * as sharing from './sharing.ts'
import * as simulatedCheckout from './simulated-checkout.ts'
import * as support from './support.ts'
import * as slots from './slots.ts'
import * as time from './time.ts'
import * as verification from './verification.ts'
import * as verificationActions from './verification-actions.ts'
import * as visits from './visits.ts'

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
  search: [search],
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
