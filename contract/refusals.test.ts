// rule: error-shape
import { expect, test } from 'vitest'
import { REFUSALS } from './refusals.ts'
import type { RefusalCode } from './refusals.ts'

/** Programs and letters show these sentences as they are. */
const SENTENCES_OF_TIME: readonly [number, RefusalCode, string][] = [
  [
    422,
    'plan_invalid',
    'Please give each interval in full or half hours, from earlier to later, without overlaps.',
  ],
  [422, 'rules_invalid', 'One of these rules is out of range.'],
  [422, 'exception_invalid', 'Please check dates and hours.'],
  [422, 'calendar_unreadable', 'This is not a calendar we can read. Please choose an .ics file.'],
  [422, 'calendar_too_large', 'This calendar is too large. Export a shorter period.'],
  [
    422,
    'feed_address_refused',
    'This address cannot be read. Please give the private https address of your calendar.',
  ],
  [422, 'range_invalid', 'Please ask for at most 31 days, from today on.'],
  [
    422,
    'home_not_served',
    'This professional does not come to {zip_code}. Search this ZIP code to see who does.',
  ],
  [422, 'hours_below_minimum', 'This professional comes for at least {min_hours} hours.'],
  [422, 'reason_code_invalid', 'Please choose a reason.'],
  [422, 'same_time', 'This is the time that is already agreed.'],
  [422, 'series_invalid', 'Please choose how often, and skip or move.'],
  [422, 'series_date_invalid', 'These regular visits have no such date.'],
  [
    422,
    'pause_invalid',
    'Please choose a first and a last day, from today on and not too far apart.',
  ],
  [
    422,
    'period_invalid',
    'Please choose a first and a last day, from today on and not too far apart.',
  ],
  [422, 'rate_notice', "A higher price needs 30 days' notice."],
  [409, 'too_many_exceptions', 'You can keep up to 200 exceptions. Please remove some first.'],
  [409, 'hours_first', 'Please state your hours first.'],
  [
    409,
    'time_changed',
    'Your hours were changed on another device in the meantime. Nothing was overwritten. Please look at what is saved now and save again.',
  ],
  [409, 'too_many_calendars', 'You can add up to 3 calendars. Please remove one first.'],
  [409, 'professional_paused', 'This professional takes no new clients before {paused_until}.'],
  [
    409,
    'outside_hours',
    'This professional takes requests inside the stated hours only. Please choose one of the free times.',
  ],
  [409, 'slot_taken', 'This time is not free any more. Please choose another one.'],
  [
    409,
    'instant_not_offered',
    'This professional does not take instant bookings from you. Please send a request.',
  ],
  [
    409,
    'booking_too_close',
    'This is too close to another visit of yours. Shorten your pause between visits to accept it.',
  ],
  [409, 'booking_started', 'This visit has already begun.'],
  [409, 'proposal_open', 'Something is already proposed. Please answer it first.'],
  [409, 'change_open', 'Something is already proposed. Please answer it first.'],
  [409, 'proposal_over', 'This proposal was answered or withdrawn, or has expired.'],
  [409, 'change_over', 'This proposal was answered or withdrawn, or has expired.'],
  [
    409,
    'too_many_proposals',
    'You have proposed 5 times for this booking. Please write a message, or cancel.',
  ],
  [
    409,
    'series_conflicts',
    'Some of the next visits do not fit. Please skip or move each of them.',
  ],
  [409, 'series_not_active', 'These regular visits are not running.'],
  [400, 'invalid_verification_token', 'This link is invalid or has expired. Ask for a new one.'],
  [403, 'email_not_verified', 'Please confirm your email address first.'],
  [404, 'calendar_not_found', 'Calendar not found'],
  [404, 'proposal_not_found', 'Not found'],
  [404, 'series_not_found', 'Not found'],
]

test.each(SENTENCES_OF_TIME)('%i %s: %s', (status, code, sentence) => {
  const { status: actual, ...texts } = REFUSALS[code]
  expect(actual).toBe(status)
  expect('detailWith' in texts ? texts.detailWith : texts.detail).toBe(sentence)
})
