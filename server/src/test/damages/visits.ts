import { INSTANT } from './damage.ts'
import type { Damage } from './damage.ts'

const IN_SERIES = `where series_id is not null and status = 'accepted'`

const proposal = (facts: string) => `
  insert into booking_proposals (booking_id, by, booking_date, booking_time, starts_at, ends_at, created_at, expires_at)
  select id, 'client', booking_date, booking_time, starts_at + interval '2 days', ends_at + interval '2 days', created_at, ${facts}
  from bookings where instant`

const event = (kind: string, at: string) =>
  `insert into events (kind, subject_id, at) select '${kind}', id, ${at} from bookings where instant`

const RETURNED_TWICE = 'alter table lead_ledger drop constraint lead_ledger_returned_once'

const returned = (key: string, reason = 'cancelled_early') => `
  insert into lead_ledger (professional_id, client_id, kind, amount, reason, key, at)
  select professional_id, client_id, 'returned', 1, '${reason}', '${key}', timestamptz '2026-11-21' from bookings where instant`

/** Visits, series and proposals: damages that the database does not refuse. */
export const DAMAGED_VISITS: Damage[] = [
  [
    'homes',
    'the home of another person',
    [
      'alter table bookings drop constraint bookings_home',
      `insert into homes (client_id, address, city, state, zip_code, kind, bedrooms, bathrooms, floors, created_at)
      select professional_id, address, city, state, zip_code, 'house', 1, 1, 1, created_at from bookings where instant`,
      'update bookings set home_id = (select id from homes) where instant',
    ],
  ],
  [
    'visits-apart',
    'two accepted visits at one time',
    [
      'alter table bookings drop constraint bookings_no_overlap',
      `update bookings set starts_at = (select min(starts_at) from bookings)`,
    ],
  ],
  [
    'visits-apart',
    'a visit in the pause after another',
    [
      'alter table bookings drop constraint bookings_no_overlap',
      `update bookings set buffer_minutes = 60, starts_at = timestamptz '2026-12-01 17:30', ends_at = timestamptz '2026-12-01 18:30'
      where series_date = '2026-12-02'`,
      `update bookings set buffer_minutes = 60 where instant`,
    ],
  ],
  [
    'visits-apart',
    'a pause of more than 4 hours',
    [
      'alter table bookings drop constraint bookings_no_overlap, drop constraint bookings_buffer_minutes_check',
      'update bookings set buffer_minutes = 241 where instant',
    ],
  ],
  [
    'series-date-once',
    'two visits of one date',
    [
      'drop index bookings_series_once',
      `update bookings set series_date = '2026-12-02' where series_date = '2026-12-09'`,
    ],
  ],
  [
    'series-date-once',
    'a visit on a date that is skipped',
    [
      `update series_visits set status = 'skipped', skipped_by = 'client' where date = '2026-12-09'`,
    ],
  ],
  [
    'series-date-once',
    'a visit in a pause',
    [`insert into series_pauses select id, '2026-12-09', '2026-12-09' from series`],
  ],
  [
    'series-visit',
    'another client',
    [`update bookings set client_id = professional_id ${IN_SERIES}`],
  ],
  ['series-visit', 'another rate', [`update bookings set hourly_rate_cents = 1 ${IN_SERIES}`]],
  [
    'open-proposal',
    'two at once',
    ['drop index booking_proposals_open', proposal('starts_at'), proposal('starts_at')],
  ],
  [
    'open-proposal',
    'one of a visit that has ended',
    [proposal('starts_at'), `update bookings set status = 'cancelled' where instant`],
  ],
  [
    'open-proposal',
    'one that stays open when the visit begins',
    [proposal(`starts_at + interval '1 minute'`)],
  ],
  [
    'visit-times',
    'another wall-clock time',
    [`update bookings set booking_time = '09:30' where instant`],
  ],
  ['visit-times', 'another length', ['update bookings set estimated_hours = 3 where instant']],
  [
    'visit-times',
    'a request that ends after its start',
    [`update bookings set expires_at = starts_at + interval '1 second' where instant`],
  ],
  [
    'cancelled-before-start',
    'cancelled at its start',
    [
      `update bookings set status = 'cancelled', cancelled_by = 'client', cancelled_at = created_at where instant`,
      event('booking.cancelled', 'starts_at'),
    ],
  ],
  [
    'cancelled-before-start',
    'cancelled while the professional is at work',
    [
      `update bookings set status = 'cancelled', cancelled_by = 'client', cancelled_at = created_at, stage = 'started' where instant`,
    ],
  ],
  ['sequence', 'a number that has fallen', [`update bookings set sequence = 0 where instant`]],
  [
    'instant-events',
    'without its request',
    [`delete from events where kind = 'booking.requested' and subject_id = ${INSTANT}`],
  ],
  [
    'instant-events',
    'accepted in another transaction',
    [`update events set at = at where kind = 'booking.accepted' and subject_id = ${INSTANT}`],
  ],
  [
    'instant-events',
    'with a locked lead',
    ['alter table leads disable trigger user', 'update leads set opened_at = null'],
  ],
  [
    'cancelled-early',
    'two returns of one pair',
    [
      `delete from events where kind = 'booking.accepted'`,
      RETURNED_TWICE,
      returned('one'),
      returned('two'),
    ],
  ],
  [
    'returned-once',
    'two returns of one spending',
    [RETURNED_TWICE, returned('one', 'silent'), returned('two', 'silent')],
  ],
  [
    'returned-once',
    'a return of nothing',
    [
      'alter table lead_ledger drop constraint lead_ledger_returns_spent, disable trigger user',
      returned('one', 'silent'),
    ],
  ],
  ['cancelled-early', 'a return while another visit stands', [returned('one')]],
  [
    'series-lead',
    'a closed lead',
    ['alter table leads disable trigger user', 'update leads set opened_at = null'],
  ],
  [
    'late-cancellations',
    'one that kept its notice',
    [
      `update bookings set status = 'cancelled', cancelled_by = 'client', cancelled_late = true,
        cancelled_at = starts_at - make_interval(hours => notice_hours) where instant`,
    ],
  ],
  [
    'late-cancellations',
    'a second excuse of one person',
    [
      `update bookings set status = 'cancelled', cancelled_by = 'client', cancelled_late = true, late_excused = true,
        reason_code = 'ill', cancelled_at = starts_at - interval '1 hour'
        where instant or series_date = '2026-12-02'`,
    ],
  ],
  ['stages', 'a stage that no press made', [`update bookings set stage = 'arrived' where instant`]],
  [
    'stages',
    'an arrival after the end',
    [
      `insert into booking_stages (booking_id, stage, at, received_at, event_id)
      select id, said.stage, said.at, said.at, 1 from bookings, (values ('arrived', timestamptz '2026-12-02'), ('finished', timestamptz '2026-12-01')) as said (stage, at)
      where instant`,
      `update bookings set stage = 'finished' where instant`,
    ],
  ],
  [
    'stages',
    'one stage twice',
    [
      'alter table booking_stages drop constraint booking_stages_pkey',
      `insert into booking_stages (booking_id, stage, at, received_at, event_id)
      select id, 'arrived', starts_at, starts_at, 1 from bookings, generate_series(1, 2) where instant`,
      `update bookings set stage = 'arrived' where instant`,
    ],
  ],
  ['positions', 'where a press was made', ['alter table booking_stages add column latitude real']],
]
