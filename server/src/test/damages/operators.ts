import type { Damage } from './damage.ts'

const session = (count: number, end: string) => `
  insert into sessions (token_hash, user_id, created_at, last_seen_at, expires_at)
  select convert_to('damaged ' || number, 'UTF8'), client_id, created_at, created_at, ${end}
  from bookings, generate_series(1, ${count}) as number where instant`

const OPERATOR = `
  insert into operators (email, name, created_at, disabled_at)
  values ('olga@example.com', 'Olga', timestamptz '2026-11-01Z', timestamptz '2026-11-02Z')`
const OPERATOR_SECRET = `
  insert into operator_totp_secrets (operator_id, secret_sealed, key_id, created_at)
  select id, '', 'key', created_at from operators`
const operatorSession = (count: number, hours: number) => `
  insert into operator_sessions (token_hash, operator_id, created_at, last_seen_at, expires_at)
  select convert_to(number::text, 'UTF8'), operators.id, bookings.created_at, bookings.created_at,
    bookings.created_at + interval '${hours} hours'
  from operators, bookings, generate_series(1, ${count}) as number where instant`

const action = (operator: string, reason: string) => `
  with entry as (
    select repeat('0', 64) as prev, json_build_object('seq', 1, 'at', '2026-12-01T00:00:00.000Z', 'operator', ${operator},
      'action', 'message', 'subject', json_build_object('kind', 'person', 'id', 'x'), 'reason', '${reason}')::text as body
  )
  insert into audit_log (seq, at, prev, body, hash)
  select 1, timestamptz '2026-12-01Z', prev, body, encode(sha256(convert_to(prev || E'\\n' || body, 'UTF8')), 'hex') from entry`

const aCase = (facts: string) => `
  insert into cases (queue, kind, title_code, subject_kind, subject_id, subject_key, opened_at, due_at, state, claimed_by, acted_at,
    outcome, resolved_at, not_for)
  select 'jobs', 'x', 'x', 'job', 'x', 'x', created_at, created_at + interval '1 day', ${facts} from bookings where instant`
const dropped = (table: string, ...names: string[]) =>
  `alter table ${table} ${names.map((name) => `drop constraint ${name}`).join(', ')}`

const SUSPENSION = `
  with suspension as (
    insert into suspensions (user_id, reason, keeps_visits, began_at)
    select professional_id, 'x', true, created_at + interval '1 second' from bookings where instant returning id, user_id
  )
  update users set suspension_id = suspension.id from suspension where users.id = user_id`

const insurance = (state: string, end: string) => `
  insert into document_checks (professional_id, kind, state, insurer, amount_dollars, insured_until, submitted_at, decided_at,
    expires_at, pages)
  select user_id, 'insurance', '${state}', 'x', 1, date '2999-01-01', timestamptz '2020-01-01Z', timestamptz '2020-01-02Z',
    timestamptz '${end}', 1 from professionals limit 1`

/** Accounts, operators and their cases: damages that the database does not refuse. */
export const DAMAGED_OPERATORS: Damage[] = [
  ['sessions', 'twenty-one of a person', [session(21, `created_at + interval '1 day'`)]],
  [
    'sessions',
    'one that is too long',
    [dropped('sessions', 'sessions_end'), session(1, `created_at + interval '91 days'`)],
  ],
  ['sessions', 'one of an operator without a factor', [OPERATOR, operatorSession(1, 1)]],
  ['sessions', 'four of an operator', [OPERATOR, OPERATOR_SECRET, operatorSession(4, 1)]],
  [
    'sessions',
    'one of an operator that is too long',
    [
      dropped('operator_sessions', 'operator_sessions_check'),
      OPERATOR,
      OPERATOR_SECRET,
      operatorSession(1, 9),
    ],
  ],
  [
    'sign-in-attempts',
    'one that goes on after five wrong tries',
    [
      dropped('sign_in_attempts', 'sign_in_attempts_check'),
      `insert into sign_in_attempts (user_id, token_hash, password_version, wrong_tries, is_breached, expires_at)
        select client_id, 'x', 1, 5, false, starts_at from bookings where instant`,
    ],
  ],
  [
    'addresses',
    'one address twice',
    ['drop index users_email', `update users set email = initcap('ana@example.com')`],
  ],
  [
    'audited',
    'a view as a person',
    [
      OPERATOR,
      OPERATOR_SECRET,
      operatorSession(1, 1),
      `insert into operator_views (session_id, person_id, token_hash, began_at, expires_at)
      select operator_sessions.id, client_id, '', operator_sessions.created_at, operator_sessions.created_at
      from operator_sessions, bookings where instant`,
    ],
  ],
  [
    'audited',
    'an order of a refund',
    [
      `with payment as (
        insert into payments (professional_id, kind, amount_cents, billed_to, provider, provider_payment_id, status, created_at, paid_at,
          refund_reason)
        select professional_id, 'lead', 1500, 'x', 'simulated', 'pi_damaged', 'paid', created_at, created_at, 'goodwill'
        from bookings where instant returning id, created_at
      )
      insert into provider_tasks (kind, subject, ordered_at) select 'refund-payment', id, created_at from payment`,
    ],
  ],
  [
    'audited',
    'a hidden review',
    [
      `insert into reviews (professional_id, client_id, rating, title, comment, state, created_at, public_at, visit)
      select professional_id, client_id, 3, 'x', 'x', 'hidden', created_at, created_at, 'none'
      from bookings where instant`,
    ],
  ],
  [
    'audited',
    'an opened conversation',
    [
      `insert into cases (queue, kind, title_code, subject_kind, subject_id, subject_key, opened_at, due_at)
      select 'appeals', 'conversation', 'x', 'conversation', 'x', 'x', created_at, created_at + interval '1 day' from bookings where instant`,
    ],
  ],
  [
    'second-operator',
    'who decides what they asked for',
    [
      `alter table approvals drop constraint approvals_by_another`,
      `insert into approvals (action, subject_id, person_id, amount, reason, asked_by, asked_at, expires_at, state, decided_by,
        decided_at)
      select 'credits', professional_id, professional_id, 20, 'stated', 'cli:olga', created_at,
        created_at + interval '7 days', 'refused', 'cli:olga', created_at
      from bookings where instant`,
    ],
  ],
  [
    'used-once',
    'a code with six wrong tries',
    [
      `alter table email_verifications drop constraint email_verifications_wrong_tries_check`,
      `insert into email_verifications (user_id, email, token_hash, code_hash, code_expires_at, expires_at, wrong_tries)
      select client_id, 'a@example.com', sha256('y'), sha256('x'), created_at, created_at, 6
      from bookings where instant`,
    ],
  ],
  ['operator-actions', 'an action without a reason', [action(`'cli:olga'`, '')]],
  [
    'operator-actions',
    'an action of an operator who was disabled',
    [OPERATOR, action('(select id::text from operators)', 'asked')],
  ],
  [
    'audited',
    'a decision without an entry',
    [
      `insert into problems (booking_id, kind, by, opened_at, statement, state, ended_at, decision, decision_reason, decision_text)
        select id, 'quality', 'client', ends_at, 'Dust.', 'decided', ends_at, 'shared', 'agreed', 'Both agree.'
        from bookings where instant`,
    ],
  ],
  ['suspended', 'a listed professional', [SUSPENSION]],
  [
    'suspended',
    'a session from before',
    [
      SUSPENSION,
      'delete from search_entries',
      `insert into sessions (token_hash, user_id, created_at, last_seen_at, expires_at)
        select 'damaged', professional_id, created_at, created_at, starts_at from bookings where instant`,
    ],
  ],
  [
    'cases',
    'resolved without an outcome',
    [
      dropped('cases', 'cases_outcome'),
      aCase(`'resolved', null::uuid, null::timestamptz, null, created_at, null::uuid`),
    ],
  ],
  [
    'cases',
    'claimed by nobody',
    [
      dropped('cases', 'cases_one_holder'),
      aCase(`'claimed', null::uuid, null::timestamptz, null, null::timestamptz, null::uuid`),
    ],
  ],
  [
    'cases',
    'held by the operator whose action it is about',
    [
      dropped('cases', 'cases_not_for'),
      OPERATOR,
      aCase(
        `'claimed', (select id from operators), created_at, null, null::timestamptz, (select id from operators)`,
      ),
    ],
  ],
  [
    'held',
    'an open lead of a pair that is held',
    [dropped('leads', 'leads_held_is_closed'), `update leads set held = 'email'`],
  ],
  [
    'held',
    'a pair that is screened for a day',
    [
      dropped('leads', 'leads_held_is_closed'),
      `update leads set held = 'screened', screened_at = created_at, held_until = created_at + interval '1 day'`,
    ],
  ],
  ['badges', 'a badge of an insurance that is over', [insurance('approved', '2020-02-01Z')]],
  [
    'badges',
    'a background check of long ago',
    [
      `update professionals set background_check_status = 'approved', background_checked_at = timestamptz '2020-01-01Z'`,
    ],
  ],
  [
    'rejections',
    'one that stands after a day',
    [
      dropped(
        'verification_notices',
        'verification_notices_check',
        'verification_notices_seven_days',
      ),
      `insert into verification_notices (professional_id, kind, reason, text, sent_by, sent_at, stands_at, ended_at, outcome)
       select user_id, 'ssn', 'record_found', 'x', 'cli:olga', timestamptz '2026-11-01Z', timestamptz '2026-11-02Z',
         timestamptz '2026-11-02Z', 'stood' from professionals limit 1`,
    ],
  ],
  [
    'document-pages',
    'one of an approved document',
    [
      insurance('approved', '2999-01-01Z'),
      `insert into document_pages (check_id, page, key_id, sealed) select id, 1, 'key', '' from document_checks`,
    ],
  ],
]
