-- Operators, their cases, decisions and support.

-- The people who run Lustra. They are no users: another table, another cookie, another sign-in.
create table operators (
  id uuid primary key default uuid_v7(),
  email text not null check (email !~ '[[:cntrl:]]'),
  name text not null check (length(name) between 1 and 100 and name !~ '[[:cntrl:]]') constraint operators_name_one_line
    check (name !~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029]'),
  -- Null until the operator has enrolled.
  password_hash text,
  -- Rises with each new password and each reset, which ends attempts from before.
  password_version integer not null default 1,
  created_at timestamptz not null, disabled_at timestamptz,
  -- rule: registration. How emails are compared, as of users: lower() depends on the locale.
  email_key text not null generated always as (lower(email collate "C")) stored
);
create unique index operators_email on operators (email_key);

-- A link is good once and for a day. An operator has one at most.
create table operator_enrolments (
  operator_id uuid primary key references operators,
  token_hash bytea not null unique,
  -- The secret that the page shows. It becomes the operator's, if the operator chooses codes.
  secret_sealed bytea not null,
  key_id text not null, created_at timestamptz not null, expires_at timestamptz not null,
  check (expires_at <= (created_at + '24:00:00'::interval))
);
create index operator_enrolments_expiry on operator_enrolments (expires_at);

-- The secret of the app that makes an operator's codes, sealed under VERIFICATION_KEYS.
create table operator_totp_secrets (
  operator_id uuid primary key references operators, secret_sealed bytea not null, key_id text not null,
  created_at timestamptz not null,
  -- The newest step of 30 seconds whose code was used: no code works twice.
  last_step bigint not null default 0
);

create table operator_passkeys (
  id uuid primary key default uuid_v7(),
  operator_id uuid not null unique references operators,
  credential_id bytea not null unique,
  public_key bytea not null,
  counter bigint not null check (counter >= 0),
  transports text[] not null, synced boolean not null, created_at timestamptz not null,
  last_used_at timestamptz
);

-- What a browser has to sign, once. The hash alone is stored.
create table operator_challenges (
  challenge_hash bytea primary key,
  purpose text not null check (purpose in ('enrol', 'sign_in', 'second_factor')),
  -- Null for a sign-in, which says itself who signs in.
  operator_id uuid references operators,
  expires_at timestamptz not null,
  check ((purpose = 'sign_in') = (operator_id is null))
);
create index operator_challenges_operator on operator_challenges (operator_id) where operator_id is not null;
create index operator_challenges_expiry on operator_challenges (expires_at);

-- A sign-in whose password was right and whose second factor is missing.
create table operator_attempts (
  id uuid primary key default uuid_v7(), operator_id uuid not null references operators,
  token_hash bytea not null unique,
  password_version integer not null,
  wrong_tries integer not null default 0 check (wrong_tries between 0 and 5),
  expires_at timestamptz not null, ended_at timestamptz,
  check (wrong_tries < 5 or ended_at is not null)
);
create index operator_attempts_operator on operator_attempts (operator_id);
create index operator_attempts_expiry on operator_attempts (expires_at);

-- rule: operator-sessions
create table operator_sessions (
  id uuid primary key default uuid_v7(),
  token_hash bytea not null unique,
  -- The token before the last confirmation, which a request in flight may carry.
  previous_hash bytea,
  previous_until timestamptz, operator_id uuid not null references operators, created_at timestamptz not null,
  last_seen_at timestamptz not null, expires_at timestamptz not null, confirmed_until timestamptz,
  check (expires_at <= (created_at + '08:00:00'::interval)),
  check ((previous_hash is null) = (previous_until is null))
);
create unique index operator_sessions_previous on operator_sessions (previous_hash) where previous_hash is not null;
create index operator_sessions_operator on operator_sessions (operator_id, last_seen_at);
create index operator_sessions_expiry on operator_sessions (expires_at);

-- rule: seeing-as-a-person. An operator sees what a person sees, with a cookie that is bound to their own session.
create table operator_views (
  -- An operator's session has one view at most; it ends with the session.
  session_id uuid primary key references operator_sessions on delete cascade,
  person_id uuid not null references users on delete cascade,
  -- SHA-256 of the cookie.
  token_hash bytea not null unique,
  began_at timestamptz not null, expires_at timestamptz not null,
  constraint operator_views_length check (expires_at >= began_at and expires_at <= (began_at + '00:15:00'::interval))
);
create index operator_views_person on operator_views (person_id);
create index operator_views_end on operator_views (expires_at);

create table cases (
  id uuid primary key default uuid_v7(),
  number bigint not null default nextval('case_numbers') unique,
  queue text not null check (queue in ('verification', 'reports', 'visits', 'reviews', 'refunds', 'jobs', 'support', 'appeals')),
  kind text not null, title_code text not null, subject_kind text not null, subject_id text not null,
  subject_label text,
  -- Of the open cases of a queue no two have the same one.
  subject_key text not null,
  -- Whom it is about.
  person_id uuid references users,
  -- The operator who may not take it.
  not_for uuid constraint cases_not_for_operator references operators,
  state text not null default 'open' check (state in ('open', 'claimed', 'resolved')),
  urgent boolean not null default false, opened_at timestamptz not null, due_at timestamptz not null,
  -- The operator who holds it, and when they last did something about it.
  claimed_by uuid constraint cases_claimed_by references operators,
  acted_at timestamptz,
  outcome text check (outcome in ('acted', 'no_breach', 'answered', 'duplicate', 'withdrawn')),
  outcome_text text, resolved_at timestamptz, title_params jsonb not null default '{}',
  check (due_at > opened_at),
  constraint cases_one_holder check ((state = 'claimed') = (claimed_by is not null)),
  constraint cases_held_since check ((claimed_by is null) = (acted_at is null)),
  constraint cases_outcome check ((state = 'resolved') = (outcome is not null)),
  constraint cases_resolved_at check ((state = 'resolved') = (resolved_at is not null)),
  constraint cases_not_for check (claimed_by <> not_for)
);
create unique index cases_one_open on cases (queue, subject_key) where state <> 'resolved';
create index cases_waiting on cases (queue, due_at) where state <> 'resolved';
create index cases_held on cases (claimed_by, acted_at) where state = 'claimed';
create index cases_of_queue on cases (queue, number);
create index cases_of_person on cases (person_id, number) where person_id is not null;
create index cases_of_subject on cases (subject_id);
create index cases_ended on cases (resolved_at) where state = 'resolved';
create index cases_not_for on cases (not_for) where not_for is not null;
-- The cases that an operator holds.
create index cases_claimed_by on cases (claimed_by) where claimed_by is not null;
alter table reports add foreign key (case_id) references cases on delete set null;

-- Texts of operators for operators.
create table case_notes (
  id uuid primary key default uuid_v7(), case_id uuid not null references cases on delete cascade,
  at timestamptz not null,
  -- An operator's id.
  done_by text not null,
  text text not null check (length(text) between 1 and 4000)
);
create index case_notes_of_case on case_notes (case_id, at);

create table case_history (
  id uuid primary key default uuid_v7(), case_id uuid not null references cases on delete cascade,
  at timestamptz not null,
  what text not null check (what in ('opened', 'claimed', 'taken_over', 'released', 'ran_out', 'answered', 'resolved', 'reopened')),
  -- An operator's id, or 'cli:NAME'. Null: a person or a job.
  done_by text
);
create index case_history_of_case on case_history (case_id, at);

-- rule: decisions. What operators decided about a person, as that person reads it. The text lies in audit_texts.
create table decisions (
  id uuid primary key default uuid_v7(), person_id uuid not null references users,
  seq bigint not null references audit_log, action text not null, reason text not null, at timestamptz not null,
  -- From when the person sees it, and when the notice was ordered.
  shown_at timestamptz not null,
  told_at timestamptz, about_kind text not null, about_id text not null,
  unique (seq, person_id)
);
create index decisions_of_person on decisions (person_id, id desc);
create index decisions_to_tell on decisions (shown_at) where told_at is null;

-- rule: appeals. One for a decision. `text` is null once its account is deleted.
create table appeals (
  decision_id uuid primary key references decisions, at timestamptz not null, text text,
  state text not null default 'open' check (state in ('open', 'upheld', 'overturned')),
  answered_at timestamptz, answered_by text, answer text,
  constraint appeals_answered check (case state when 'open' then num_nonnulls(answered_at, answered_by, answer) = 0 else num_nonnulls(answered_at,
    answered_by) = 2 end)
);

-- rule: two-operators. An action on money that waits for a second operator. `text` is for the person; both texts are
-- in the audit log once it is decided.
create table approvals (
  id uuid primary key default uuid_v7(),
  action text not null check (action in ('refund', 'credits')),
  subject_id uuid not null, person_id uuid not null references users, amount integer not null,
  reason text not null, text text, note text, case_id text,
  -- Of a grant at the command line, which happens once.
  key text,
  asked_by text not null, asked_at timestamptz not null, expires_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'refused', 'expired')),
  decided_by text, decided_at timestamptz,
  check (expires_at > asked_at),
  constraint approvals_by_another check (decided_by <> asked_by),
  constraint approvals_decided check (case state when 'waiting' then num_nonnulls(decided_by, decided_at) = 0 when 'expired' then decided_by is null
    and decided_at is not null else num_nonnulls(decided_by, decided_at) = 2 end)
);
create unique index approvals_one_refund on approvals (subject_id) where action = 'refund' and state = 'waiting';
create unique index approvals_one_key on approvals (key) where state = 'waiting';
create index approvals_waiting on approvals (expires_at) where state = 'waiting';
create index approvals_of_person on approvals (person_id, asked_at desc);

-- rule: contact-page. What people write to us at /contact. Without an account, user_id is null.
create table support_messages (
  id uuid primary key default uuid_v7(),
  number bigint not null default nextval('case_numbers') unique,
  user_id uuid references users on delete cascade, topic text not null,
  name text not null check (length(name) between 1 and 161) constraint support_messages_name_one_line
    check (name !~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029]'),
  email text not null check (length(email) <= 254),
  text text not null check (length(text) between 1 and 4000),
  at timestamptz not null, mailed_at timestamptz, closed_at timestamptz,
  -- rule: contact-page. A message of the contact page begins a thread; so does a message of ours.
  booking_id uuid references bookings on delete set null,
  language text not null default 'en',
  -- Of a thread that we began.
  subject text check (length(subject) between 1 and 120) constraint support_messages_subject_one_line
    check (subject !~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029]'),
  -- The account was deleted: the thread goes at this moment.
  erase_at timestamptz
);
create index support_messages_user on support_messages (user_id) where user_id is not null;
create index support_messages_open on support_messages (number) where closed_at is null;
create index support_messages_age on support_messages (at);
create index support_messages_booking on support_messages (booking_id) where booking_id is not null;
create index support_messages_erase on support_messages (erase_at) where erase_at is not null;

-- What follows the first message.
create table support_posts (
  id uuid primary key default uuid_v7(), thread_id uuid not null references support_messages on delete cascade,
  by_us boolean not null,
  -- The operator's id, or 'cli:NAME'.
  done_by text,
  text text not null check (length(text) between 1 and 4000),
  at timestamptz not null, mailed_at timestamptz,
  check (by_us = (done_by is not null))
);
create index support_posts_of_thread on support_posts (thread_id, at);

-- Each letter has a link of its own. The hash alone is stored.
create table support_links (
  token_hash bytea primary key, thread_id uuid not null references support_messages on delete cascade,
  expires_at timestamptz not null
);
create index support_links_thread on support_links (thread_id);
create index support_links_expiry on support_links (expires_at);
