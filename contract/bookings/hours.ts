import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ACTUAL_MINUTES } from './hour-rules.ts'
import { ShownLine } from './price-lines.ts'
import { code, Dollars, Instant } from '../values.ts'

const invalid = code('invalid_input')

/** The actual minutes that a professional says. rule: settle-hours */
export const ActualMinutes = z
  .number(invalid)
  .int(invalid)
  .min(ACTUAL_MINUTES.min, invalid)
  .max(ACTUAL_MINUTES.max, invalid)
  .multipleOf(ACTUAL_MINUTES.step, invalid)

/**
 * The hours of a visit that is over. `billed_minutes`: the actual ones, but not less than the professional's shortest
 * visit. `lines` and `final_amount`: what is due; while the hours wait, what the client's yes would make due; while a
 * no-show is undecided, what was agreed. `by`: who settled them, or who stated the hours that wait. `answer_until`:
 * only while the client can answer. rule: settle-hours
 */
export const Hours = z.object({
  booked_minutes: z.number().int(),
  /** Null: the visit was completed without 'finished'. */
  actual_minutes: z.number().int().nullable(),
  billed_minutes: z.number().int(),
  state: z.enum(['waiting', 'settled']),
  by: z.enum(['professional', 'client', 'clock']),
  answer_until: Instant.nullable(),
  /** Empty of a no-show. */
  lines: z.array(ShownLine),
  final_amount: Dollars,
})
export type Hours = z.infer<typeof Hours>

const HoursAnswer = z
  .object({
    /** Sent by the client: whether they pay the extra time. */
    answer: z.enum(['yes', 'no'], invalid).optional(),
    /** The `final_amount` that the client read, beside `answer`. Without it they answer whatever waits. */
    final_amount: Dollars.optional(),
    /** Sent by the professional: fewer minutes than they said before. */
    actual_minutes: ActualMinutes.optional(),
  })
  .refine(
    ({ answer, final_amount, actual_minutes }) =>
      (answer === undefined) !== (actual_minutes === undefined) &&
      (answer !== undefined || final_amount === undefined),
    {
      error: invalid,
      path: ['answer'],
    },
  )
export type HoursAnswer = z.infer<typeof HoursAnswer>

/**
 * The client answers hours that are more than booked; the professional lowers them. The same again changes nothing.
 * rule: settle-hours
 */
export const answerHours = endpoint({
  whileSuspended: 'visits',
  method: 'PUT',
  path: '/api/bookings/{id}/hours',
  summary: 'Answer the hours of a visit, or lower them',
  caller: { role: 'user' },
  params: z.object({ id: z.string().max(64) }),
  body: HoursAnswer,
  answer: z.object({ hours: Hours }),
  refusals: [
    'clients_only',
    'only_professional_updates',
    'booking_not_found',
    'lead_locked',
    'hours_settled',
    'hours_changed',
  ],
})
