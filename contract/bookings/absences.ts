import { z } from 'zod'
import { REASON_LENGTH_MAX } from './booking-fields.ts'
import { BOOKING_STATUSES } from './booking-status.ts'
import { SeriesOfBooking } from './bookings.ts'
import { endpoint } from '../endpoint.ts'
import { ABSENCE_DAYS_MAX } from '../calendar/time-rules.ts'
import { code, date, Id, Instant, text } from '../values.ts'

const periodInvalid = code('period_invalid')

const DAY_MS = 86_400_000

/** Own dates of the professional, both inclusive. rule: absence */
const Absence = z
  .object({
    kind: z.enum(['ill', 'away'], code('invalid_input')),
    from_date: date(periodInvalid),
    to_date: date(periodInvalid),
    /** The professional's words to the clients of these visits. */
    message: text(0, REASON_LENGTH_MAX).default(''),
    /** True: the answer tells what would happen, and nothing is written. */
    dry_run: z.boolean(code('invalid_input')).default(false),
  })
  .refine(({ from_date, to_date }) => {
    const days = (Date.parse(to_date) - Date.parse(from_date)) / DAY_MS + 1
    return days >= 1 && days <= ABSENCE_DAYS_MAX
  }, periodInvalid)
export type Absence = z.infer<typeof Absence>

const AbsenceAnswer = z.object({
  /**
   * The affected bookings by start. `status` is that of the booking now: cancelled or declined, unless it was a dry
   * run.
   */
  affected: z.array(
    z.object({
      booking_id: Id,
      client_first_name: z.string(),
      starts_at: Instant,
      status: z.enum(BOOKING_STATUSES),
      series: SeriesOfBooking.nullable(),
    }),
  ),
  /** The number of clients who get a notice. */
  told: z.number().int(),
  /** The days off; null after a dry run. */
  exception_id: Id.nullable(),
})
export type AbsenceAnswer = z.infer<typeof AbsenceAnswer>

/** Cancels and declines all visits of these days at once, and closes the days. rule: absence */
export const reportAbsence = endpoint({
  method: 'POST',
  path: '/api/professional/absences/{id}',
  summary: 'Say that I am ill or away: cancel the visits of these days and tell the clients',
  caller: { role: 'professional', roleRefusal: 'not_yours' },
  self: { in: 'params', field: 'id' },
  params: z.object({ id: z.string().max(64) }),
  body: Absence,
  idempotent: true,
  answer: AbsenceAnswer,
  refusals: ['complete_profile_first'],
})
