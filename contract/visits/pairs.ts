import { z } from 'zod'
import { PAIRS_LISTED_MAX, PAIR_STATES } from './checklist-rules.ts'
import { endpoint } from '../endpoint.ts'
import { Id, Instant, ServiceTypeValue, WallDate, code } from '../values.ts'

const invalid = code('invalid_input')
const params = z.object({ id: z.string().max(64) })

/**
 * A photo from before and one from after a visit, which the professional wants to show on the profile. `other_name` is
 * the name of the other side. rule: photo-pairs
 */
export const Pair = z.object({
  id: Id,
  booking_id: Id,
  state: z.enum(PAIR_STATES),
  before_url: z.string(),
  after_url: z.string(),
  service_type: ServiceTypeValue,
  booking_date: WallDate,
  other_name: z.string(),
  asked_at: Instant,
})
export type Pair = z.infer<typeof Pair>

/**
 * A pair as the public sees it: nothing about the client, the home or the day. `month` is 'YYYY-MM'. rule: photo-pairs
 */
export const ConsentedPair = z.object({
  before_url: z.string(),
  after_url: z.string(),
  service_type: ServiceTypeValue,
  month: z.string().regex(/^\d{4}-\d{2}$/),
})
export type ConsentedPair = z.infer<typeof ConsentedPair>

/** Asks the client of a finished visit for two of its photos. rule: photo-pairs */
export const askForPair = endpoint({
  params,
  method: 'POST',
  path: '/api/bookings/{id}/pairs',
  summary: 'Ask to show two photos of a visit on the profile',
  caller: { role: 'professional', roleRefusal: 'professionals_only' },
  whileSuspended: 'visits',
  body: z.object({
    before: z.string(invalid).max(80, invalid),
    after: z.string(invalid).max(80, invalid),
  }),
  answer: z.object({ pair: Pair }),
  refusals: [
    'booking_not_found',
    'lead_locked',
    'booking_already_moved',
    'visit_not_finished',
    'image_not_found',
    'pair_asked',
    'photos_full',
  ],
})

/** Lists the newest PAIRS_LISTED_MAX pairs of the caller, a client or a professional. rule: photo-pairs */
export const ownPairs = endpoint({
  method: 'GET',
  path: '/api/pairs',
  summary: 'The pairs of photos that I asked for, or that I was asked for',
  caller: { role: 'user' },
  whileSuspended: 'allowed',
  answer: z.object({ pairs: z.array(Pair).max(PAIRS_LISTED_MAX) }),
})

/** The client refuses a pair at any time, and allows it ten times an hour. rule: photo-pairs */
export const answerPair = endpoint({
  params,
  method: 'PUT',
  path: '/api/pairs/{id}',
  summary: 'Allow or refuse that two photos of my home are shown',
  caller: { role: 'client', roleRefusal: 'clients_only' },
  whileSuspended: 'allowed',
  body: z.object({ state: z.enum(['allowed', 'refused'], invalid) }),
  answer: z.object({ pair: Pair }),
  refusals: ['not_found', 'image_not_found'],
})

/** The professional takes a pair back. rule: photo-pairs */
export const withdrawPair = endpoint({
  params,
  method: 'DELETE',
  path: '/api/pairs/{id}',
  summary: 'Take a pair of photos back',
  caller: { role: 'professional', roleRefusal: 'professionals_only' },
  whileSuspended: 'allowed',
  answer: z.object({ deleted: z.literal(true) }),
  refusals: ['not_found'],
})

/** Refuses 'image_not_found' from the moment on at which the client takes the consent back. rule: photo-pairs */
export const pairPhoto = endpoint({
  method: 'GET',
  path: '/api/pair-photos/{file}',
  summary: 'A photo that is shown with the consent of the client',
  caller: { role: 'anyone' },
  params: z.object({ file: z.string().max(80) }),
  answer: z.string(),
  answerType: 'image/webp',
  refusals: ['image_not_found'],
})
