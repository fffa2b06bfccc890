import { INSTANT } from './damage.ts'
import type { Damage } from './damage.ts'

const settled = (facts: string) => `
  insert into booking_hours (booking_id, booked_minutes, billed_minutes, by, lines, settled_at, answer_until, actual_minutes, received_at)
  select id, 120, 120, 'clock', '[{"amountCents": 14000}]', ${facts} from bookings where instant`

const SETTLED = settled('created_at, null, null, null')

const FINAL = 'update bookings set final_cents = 14000 where instant'

const NUMBERED = 'insert into receipts (booking_id) select booking_id from booking_hours'

/** Damages of the price of a visit and of its hours that the database does not refuse. */
export const DAMAGED_PRICES: Damage[] = [
  ['price-lines', 'another sum', ['update booking_lines set amount_cents = amount_cents + 1']],
  ['price-lines', 'time that nobody pays', ['update booking_lines set minutes = minutes - 30']],
  [
    'price-lines',
    'a price for a visit that repairs another',
    [
      'alter table bookings drop constraint bookings_total_cents_check',
      'update bookings set reclean_of = id where instant',
    ],
  ],
  ['hours', 'settled hours and nothing due', [SETTLED, NUMBERED]],
  ['hours', 'a sum that nobody settled', [FINAL]],
  [
    'hours',
    'another sum',
    [SETTLED, NUMBERED, 'update bookings set final_cents = 13000 where instant'],
  ],
  ['hours', 'more to pay without a yes', [SETTLED, NUMBERED, FINAL]],
  [
    'hours',
    'hours that wait too long',
    [settled(`null, timestamptz '2026-11-20 15:40Z', 120, timestamptz '2026-11-19 15:40Z'`)],
  ],
  [
    'receipts',
    'hours of a cancelled visit',
    [
      `update bookings set status = 'cancelled', cancelled_by = 'client', cancelled_at = created_at where instant`,
      SETTLED,
      NUMBERED,
    ],
  ],
  [
    'receipts',
    'settled hours without a number',
    [
      `update bookings set total_cents = 14000 where instant`,
      `update booking_lines set amount_cents = 14000 where booking_id = ${INSTANT}`,
      SETTLED,
      FINAL,
    ],
  ],
  [
    'discounts',
    'a discount on a single visit',
    [
      `insert into booking_lines (booking_id, position, kind, percent, amount_cents) values (${INSTANT}, 1, 'discount', 10, -100)`,
    ],
  ],
  [
    'discounts',
    'a discount on the first visit of a series',
    [
      `insert into booking_lines (booking_id, position, kind, percent, amount_cents)
      select id, 1, 'discount', 10, -100 from bookings where series_date = '2026-12-02'`,
    ],
  ],
]
