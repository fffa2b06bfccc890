import type { Damage } from './damage.ts'

const safetyTimer = (facts: string) => `
  insert into safety_timers (booking_id, check_by, created_at, state, alarmed_at, email, language, email_hash)
  select id, timestamptz '2026-12-01', created_at, ${facts} from bookings where instant`

const look = (professional: string) => `
  with home as (
    insert into homes (client_id, address, city, state, zip_code, kind, bedrooms, bathrooms, floors, created_at)
    select client_id, address, city, state, zip_code, 'house', 1, 1, 1, created_at from bookings where instant returning id
  )
  insert into access_views (home_id, booking_id, professional_id, version, fields, at, opens_at, closes_at)
  select home.id, bookings.id, ${professional}, 1, '{alarm}', starts_at, starts_at, ends_at from home, bookings where instant`

const AGREEMENT_2 = `insert into agreements (booking_id, version, because, made_at, included, columns, hash, redacted_at)
  select id, 2, 'moved', created_at, '{}', null, repeat('0', 64), created_at from bookings where instant`

const confirmed = (
  hash: string,
) => `insert into agreement_confirmations (agreement_id, side, hash, at)
  select id, 'client', ${hash}, made_at from agreements where booking_id is not null`

const auditEntry = (seq: number, hash: string) => `
  with entry as (
    select repeat('0', 64) as prev,
      '{"seq":${seq},"at":"2026-12-01T00:00:00.000Z","operator":"x","action":"x","subject":{"kind":"x","id":"x"},"reason":"x"}' as body
  )
  insert into audit_log (seq, at, prev, body, hash) select ${seq}, timestamptz '2026-12-01Z', prev, body, ${hash} from entry`

const review = (state: string, publicAt: string) => `
  insert into reviews (professional_id, client_id, rating, title, comment, booking_id, created_at, state, public_at)
  select professional_id, client_id, 5, 'Calm', 'Good', id, ends_at, '${state}', ${publicAt} from bookings where instant`
const TOOK_PLACE = `update bookings set status = 'completed' where instant`

/** Damages of the records of a visit, such as agreements and problems, that the database does not refuse. */
export const DAMAGED_RECORDS: Damage[] = [
  [
    'access-views',
    'a look after the client ended the access',
    [look('professional_id'), 'update bookings set access_ended_at = created_at where instant'],
  ],
  [
    'access-views',
    'a look by somebody else',
    [
      'alter table access_views drop constraint access_views_professional_id_fkey',
      look('client_id'),
    ],
  ],
  ['agreements', 'a version is missing', ['delete from agreements', AGREEMENT_2]],
  [
    'agreements',
    'other texts than those of the hash',
    [
      'alter table agreements disable trigger agreements_unchanged',
      `update agreements set columns = jsonb_set(columns, '{0,text}', '"Nothing."')`,
    ],
  ],
  [
    'confirmations',
    'another hash than that of the version',
    [
      'alter table agreement_confirmations drop constraint agreement_confirmations_agreement_id_hash_fkey',
      confirmed(`repeat('0', 64)`),
    ],
  ],
  [
    'confirmations',
    'a side that agrees twice',
    [
      'alter table agreement_confirmations drop constraint agreement_confirmations_pkey',
      confirmed('hash'),
      confirmed('hash'),
    ],
  ],
  ['access-sealed', 'a value in clear', ['alter table access_values add column clear text']],
  ['access-sealed', 'a value beside the vault', ['alter table homes add column door_code text']],
  [
    'access-sealed',
    'bytes that are not sealed',
    [
      'alter table access_values drop constraint access_values_home_id_fkey, drop constraint access_values_sealed_check',
      `insert into access_values (home_id, field, key_id, sealed) select id, 'alarm', 'key', '1234' from bookings where instant`,
    ],
  ],
  [
    'access-sealed',
    'a value in an event',
    [`update events set data = '{"wifi": "lilac"}' where kind = 'booking.requested'`],
  ],
  [
    'access-sealed',
    'a value in a notice',
    [
      `insert into notices (user_id, kind, key, data, at, shown)
        select client_id, 'visit.access_viewed', 'key', '{"door_code": "1234"}', now(), true from bookings where instant`,
    ],
  ],
  [
    'access-sealed',
    'a value in a saved answer',
    [
      `insert into idempotency_keys (user_id, call, key, body_hash, answer)
        select client_id, 'PUT access', 'key', '', '{"access": {"alarm": "1234"}}' from bookings where instant`,
    ],
  ],
  [
    'undecided',
    'one problem twice',
    [
      'drop index problems_undecided',
      `insert into problems (booking_id, kind, by, opened_at, statement)
        select id, 'quality', 'client', ends_at, 'Dust.' from bookings, generate_series(1, 2) where instant`,
    ],
  ],
  [
    'pair-files',
    'public copies of a pair that nobody allowed',
    [
      `insert into visit_photos (file, booking_id, moment, at, created_at)
        select 'private-' || repeat(digit, 32) || '.webp', id, moment, starts_at, starts_at
        from bookings, (values ('a', 'before'), ('b', 'after')) as photo (digit, moment) where instant`,
      `insert into photo_pairs (booking_id, before_file, after_file, asked_at)
        select id, 'private-' || repeat('a', 32) || '.webp', 'private-' || repeat('b', 32) || '.webp', starts_at
        from bookings where instant`,
      `insert into pair_files (file, pair_id, moment)
        select 'pair-' || repeat('a', 32) || '.webp', id, 'before' from photo_pairs`,
    ],
  ],
  [
    'safety-timers',
    'a timer without a contact',
    [safetyTimer(`'running', null, null, null, null`)],
  ],
  [
    'safety-timers',
    'a timer of a visit that its professional cancelled',
    [
      `insert into safety_contacts (professional_id, name, email, email_hash, language, created_at)
        select professional_id, 'Rosa', 'rosa@example.com', '', 'en', created_at from bookings where instant`,
      `update bookings set status = 'cancelled', cancelled_by = 'professional', cancelled_at = created_at where instant`,
      safetyTimer(`'running', null, null, null, null`),
    ],
  ],
  [
    'safety-timers',
    "an alarm after 'finished'",
    [
      safetyTimer(`'alarmed', timestamptz '2026-12-03', 'rosa@example.com', 'en', ''`),
      `insert into booking_stages (booking_id, stage, at, received_at, event_id)
        select id, 'finished', timestamptz '2026-12-02', timestamptz '2026-12-02', 1 from bookings where instant`,
    ],
  ],
  [
    'audit-chain',
    'a gap',
    [
      'alter table audit_log drop constraint audit_log_seq_before_prev_fkey',
      auditEntry(2, `encode(sha256(convert_to(prev || E'\\n' || body, 'UTF8')), 'hex')`),
    ],
  ],
  [
    'audit-chain',
    'a hash of something else',
    ['alter table audit_log drop constraint audit_log_hash', auditEntry(1, `repeat('1', 64)`)],
  ],
  [
    'audited',
    'a suspension without an entry',
    [
      `insert into suspensions (user_id, reason, keeps_visits, began_at)
        select client_id, 'x', true, created_at from bookings where instant`,
    ],
  ],
  [
    'audited',
    'credits of an operator without an entry',
    [
      `insert into lead_ledger (professional_id, kind, amount, reason, key, at)
        select professional_id, 'granted', 1, 'operator', 'unaudited', created_at from bookings where instant`,
    ],
  ],
  ['problems', 'a no-show that nobody reported', [`update bookings set no_show = 'client'`]],
  ['problems', 'an arrival that nobody pressed', ['update bookings set on_time = true']],
  ['review-counts', 'a review that nobody counted', [TOOK_PLACE, review('public', 'ends_at')]],
  [
    'sealed-reviews',
    'a review that is sealed for too long',
    [TOOK_PLACE, review('sealed', `ends_at + interval '8 days'`)],
  ],
  [
    'sealed-reviews',
    'a sealed review that is due',
    [TOOK_PLACE, review('sealed', `created_at - interval '1 hour'`)],
  ],
  [
    'agreements',
    'a visit without one',
    [
      'delete from agreements',
      "update migrations set applied_at = 'epoch' where name = '0005_bookings.sql'",
    ],
  ],
  [
    'factors',
    'recovery codes without a factor',
    [
      `insert into recovery_codes (code_hash, user_id, created_at)
        select 'x', client_id, created_at from bookings where instant`,
    ],
  ],
  ['factors', 'eleven passkeys', [passkeys(11)]],
  [
    'factors',
    'a passkey of a deleted account',
    [
      passkeys(1),
      'alter table users drop constraint users_deleted_without_contact',
      'update users set deleted_at = now() where id in (select user_id from passkeys)',
    ],
  ],
]

/** SQL that adds so many passkeys to the client of the instant booking. */
function passkeys(count: number): string {
  return `insert into passkeys (user_id, credential_id, public_key, counter, transports, name, synced, created_at)
    select client_id, convert_to(number::text, 'UTF8'), 'key', 0, '{}', 'x', false, created_at
    from bookings, generate_series(1, ${count}) as number where instant`
}
