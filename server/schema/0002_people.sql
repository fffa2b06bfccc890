-- Accounts with their sessions, factors and homes.

create table users (
  id uuid primary key default uuid_v7(),
  role text not null check (role in ('client', 'professional')),
  email text not null, first_name text not null, last_name text not null, phone text not null,
  password_hash text not null,
  language text not null default 'en' check (language in ('en', 'pt', 'es')),
  created_at timestamptz not null default now(),
  -- When the account was deleted. The row stays without a name, because bookings, messages and payments refer to it.
  deleted_at timestamptz,
  -- Grows with each save of the account. A save of an older version is refused. rule: edit-conflict
  version integer not null default 1,
  -- rule: registration. The one form in which emails are compared: only A to Z have another case in it.
  -- PostgreSQL's own lower(email) depends on the locale, and JavaScript's differs from it ('İ').
  email_key text not null generated always as (lower(email collate "C")) stored,
  -- Counts the passwords that an account has had. A new hash of the same password does not count.
  -- rule: password-rules
  password_version integer not null default 1,
  -- The open suspension. A column of the account, so that a statement that waited for its lock sees it.
  suspension_id uuid unique,
  -- rule: email-verification. When the person showed that they read letters to this address; null: not yet.
  email_verified_at timestamptz,
  -- What somebody with an unproved address starts is held, but never for these accounts. rule: held-starts
  never_held boolean not null default false,
  -- When the one reminder was sent to prove the address.
  verification_reminded_at timestamptz,
  constraint users_deleted_without_contact check (deleted_at is null or email = '' and phone = ''),
  constraint users_names_one_line check (((first_name || last_name) || phone) !~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029]')
);
create unique index users_email on users (email_key) where deleted_at is null;
-- rule: email-verification. The accounts whose address is not proved.
create index users_unproved on users (created_at) where email_verified_at is null and deleted_at is null and not never_held;

create table sessions (
  token_hash bytea primary key, user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(), last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- Identifies a session for its user. The token's hash is never sent.
  session_id uuid not null default uuid_v7() unique,
  -- The User-Agent header of the browser, at most 300 characters.
  user_agent text not null default '',
  -- rule: session-expiry. A confirmed password gives a session a new token. Requests in flight still carry the one
  -- before.
  previous_hash bytea unique,
  previous_until timestamptz,
  -- rule: confirmation
  confirmed_until timestamptz,
  constraint sessions_end check (expires_at <= (created_at + interval '90 days')),
  constraint sessions_previous check ((previous_hash is null) = (previous_until is null))
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);
create trigger sessions_ended after delete on sessions for each row when (old.expires_at > now()) execute function tell_session_ended();

-- The newest token alone is good: one row a person.
create table password_resets (
  user_id uuid primary key references users on delete cascade,
  token_hash bytea not null unique,
  expires_at timestamptz not null
);

-- rule: login-guesses. The browsers that have signed in to an account. `device_hash` differs for each account, so
-- that the table does not tell which accounts share a browser.
create table known_devices (
  user_id uuid not null references users on delete cascade,
  device_hash bytea not null check (octet_length(device_hash) = 32),
  created_at timestamptz not null, last_seen_at timestamptz not null, expires_at timestamptz not null,
  primary key (user_id, device_hash)
);
create index known_devices_expiry on known_devices (expires_at);

-- rule: not-me. A sign-in from a device that the account did not know. The link in its letter ends every
-- session.
create table sign_in_letters (
  id uuid primary key default uuid_v7(), user_id uuid not null references users on delete cascade,
  device_hash bytea not null check (octet_length(device_hash) = 32),
  user_agent text not null, at timestamptz not null,
  -- The job that sends the letter sets it.
  token_hash bytea unique,
  expires_at timestamptz not null
);
create index sign_in_letters_user on sign_in_letters (user_id);
create index sign_in_letters_expiry on sign_in_letters (expires_at);

-- The newest link of each account. It stays until it expires, so that pressing its button again is answered the same.
create table email_verifications (
  user_id uuid primary key references users on delete cascade,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  expires_at timestamptz not null,
  -- The address that the letter proves: the account's own one, or the one to which it wants to change.
  email text not null,
  -- HMAC with the key 'hash' of VERIFICATION_KEYS: six digits alone could be guessed from a plain hash.
  code_hash bytea not null check (octet_length(code_hash) = 32),
  code_expires_at timestamptz not null,
  wrong_tries smallint not null default 0 check (wrong_tries between 0 and 5)
);
create index email_verifications_expiry on email_verifications (expires_at);

-- rule: email-change. A user asks for another address. The old one stays until they prove the new one; its owner can
-- take the change back until `expires_at`, with the link of either letter.
create table email_changes (
  id uuid primary key default uuid_v7(), user_id uuid not null references users on delete cascade,
  old_email text not null,
  old_email_key text not null generated always as (lower(old_email collate "C")) stored,
  old_verified_at timestamptz, new_email text not null, asked_at timestamptz not null,
  -- The session that asked, which goes on when the address changes.
  asked_in uuid,
  state text not null default 'pending' check (state in ('pending', 'withdrawn', 'changed', 'undone')),
  changed_at timestamptz, expires_at timestamptz not null,
  -- SHA-256 of the tokens in the letters to the old address.
  asked_token_hash bytea unique check (octet_length(asked_token_hash) = 32),
  changed_token_hash bytea unique check (octet_length(changed_token_hash) = 32),
  check (expires_at > asked_at),
  check (changed_at is not null or state <> 'changed')
);
create unique index email_changes_pending on email_changes (user_id) where state = 'pending';
create index email_changes_user on email_changes (user_id);
create index email_changes_expiry on email_changes (expires_at);
-- rule: email-change. An address that its owner may still get back.
create index email_changes_reserved on email_changes (old_email_key) where state = 'changed';

-- rule: security-events. What happened to accounts: sign-ins, refusals, limits, changes. No network address is
-- stored, and of an email without an account only a keyed hash.
create table security_events (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  kind text not null check (kind in ('sign_in', 'sign_in_refused', 'sign_in_limited', 'second_factor_refused', 'sign_out', 'session_ended',
    'new_device', 'email_verified', 'email_change_asked', 'email_changed', 'email_change_undone', 'password_changed', 'password_reset',
    'factor_added', 'factor_removed', 'recovery_code_used', 'confirmed', 'confirm_refused', 'limit', 'refused', 'suspended', 'restored')),
  -- Null for a visitor, for an email without an account, and after the account was deleted.
  user_id uuid references users,
  email_hash bytea, browser text, system text, known_device boolean not null,
  -- Keyed, so that the address cannot be computed from it. Null after 90 days.
  network_tag text check (network_tag ~ '^n-[0-9a-f]{6}$'),
  request_id text,
  check (user_id is null or email_hash is null)
);
create index security_events_user on security_events (user_id, id desc) where user_id is not null;
create index security_events_recent on security_events (network_tag, kind, at) where network_tag is not null;
create index security_events_age on security_events (at);
create trigger security_events_append_only before delete or update or truncate on security_events for each statement execute function refuse_change();

-- rule: app-codes. The secret of the app that makes codes, sealed under VERIFICATION_KEYS.
create table totp_secrets (
  user_id uuid primary key references users on delete cascade, secret_sealed bytea not null,
  key_id text not null, created_at timestamptz not null,
  -- Until when the first code can be entered. Null once it was.
  expires_at timestamptz,
  confirmed_at timestamptz,
  -- The newest step of 30 seconds whose code was used: no code works twice.
  last_step bigint not null default 0,
  check ((confirmed_at is null) = (expires_at is not null))
);
create index totp_secrets_expiry on totp_secrets (expires_at) where expires_at is not null;

-- rule: recovery-codes. 125 random bits each, so a fast hash is enough.
create table recovery_codes (
  code_hash bytea primary key, user_id uuid not null references users on delete cascade,
  created_at timestamptz not null, used_at timestamptz
);
create index recovery_codes_user on recovery_codes (user_id);

-- rule: second-factor. A login whose password was right and whose second factor is missing.
create table sign_in_attempts (
  id uuid primary key default uuid_v7(), user_id uuid not null references users on delete cascade,
  token_hash bytea not null unique,
  -- A new password ends the attempt.
  password_version integer not null,
  -- What the login says about its password.
  is_breached boolean not null,
  wrong_tries integer not null default 0 check (wrong_tries between 0 and 5),
  expires_at timestamptz not null, ended_at timestamptz,
  check (wrong_tries < 5 or ended_at is not null)
);
create index sign_in_attempts_user on sign_in_attempts (user_id);
create index sign_in_attempts_expiry on sign_in_attempts (expires_at);

-- rule: passkeys. The public keys of the passkeys of people.
create table passkeys (
  id uuid primary key default uuid_v7(), user_id uuid not null references users on delete cascade,
  credential_id bytea not null unique,
  public_key bytea not null,
  -- How often the passkey says it was used. It never falls; passkeys that do not count stay at 0.
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  name text not null check (length(name) between 1 and 60) constraint passkeys_name_one_line
    check (name !~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029]'),
  synced boolean not null, created_at timestamptz not null, last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

-- rule: passkeys. What a browser has to sign, once. The hash alone is stored.
create table webauthn_challenges (
  challenge_hash bytea primary key,
  purpose text not null check (purpose in ('add', 'sign_in', 'second_factor')),
  -- Whose passkey is asked for. Null for a sign-in, which says so itself.
  user_id uuid references users on delete cascade,
  expires_at timestamptz not null,
  check ((purpose = 'sign_in') = (user_id is null))
);
create index webauthn_challenges_user on webauthn_challenges (user_id) where user_id is not null;
create index webauthn_challenges_expiry on webauthn_challenges (expires_at);

-- rule: factor-removal. An operator removes the factors of an account whose owner lost them, after 72 hours.
create table factor_removals (
  id uuid primary key default uuid_v7(), user_id uuid not null references users on delete cascade,
  asked_at timestamptz not null, due_at timestamptz not null,
  -- When the second letter was enqueued.
  reminded_at timestamptz,
  -- When it took effect or was stopped.
  ended_at timestamptz,
  outcome text check (outcome in ('removed', 'signed_in', 'kept')),
  check (due_at > asked_at),
  check ((ended_at is null) = (outcome is null)),
  check (outcome is distinct from 'removed' or ended_at >= due_at)
);
create unique index factor_removals_open on factor_removals (user_id) where ended_at is null;
create index factor_removals_user on factor_removals (user_id);

-- The links 'Keep it' of its letters. The hash alone is stored.
create table factor_removal_links (
  removal_id uuid not null references factor_removals on delete cascade,
  letter text not null check (letter in ('asked', 'reminder')),
  token_hash bytea not null unique,
  primary key (removal_id, letter)
);

-- Signs of abuse. Devices and networks have keyed tags, from which neither a cookie nor an address can be computed.
-- rule: flags
create table device_tags (
  user_id uuid not null references users on delete cascade,
  device_tag text not null check (device_tag ~ '^d-[0-9a-f]{16}$'),
  created_at timestamptz not null, last_seen_at timestamptz not null,
  primary key (user_id, device_tag)
);
create index device_tags_shared on device_tags (device_tag);
create index device_tags_recent on device_tags (last_seen_at);

-- rule: suspension. An operator suspends an account and may restore it. The reason is what the person reads.
create table suspensions (
  id uuid primary key default uuid_v7(), user_id uuid not null references users, reason text not null,
  -- The visits that were accepted before go on.
  keeps_visits boolean not null,
  began_at timestamptz not null, ended_at timestamptz, end_reason text,
  -- rule: suspended-payer. Until when a professional had paid when they were suspended; null if they had not.
  paid_until timestamptz,
  -- A suspension can have an end. rule: suspension
  until timestamptz,
  check (ended_at >= began_at),
  check (until > began_at)
);
create index suspensions_user on suspensions (user_id, began_at desc);
create unique index suspensions_one_open on suspensions (user_id) where ended_at is null;
create index suspensions_until on suspensions (until) where ended_at is null and until is not null;
alter table users add foreign key (suspension_id) references suspensions;

-- A client's saved homes. A booking copies what it needs, so later edits do not reach it. rule: homes
create table homes (
  id uuid primary key default uuid_v7(), client_id uuid not null references users,
  version integer not null default 1, label text not null default '', address text not null, city text not null,
  state text not null, zip_code char(5) not null,
  kind text not null check (kind in ('house', 'apartment', 'office')),
  bedrooms smallint not null check (bedrooms between 0 and 10),
  bathrooms numeric(3,1) not null check (bathrooms between 0::numeric and 10::numeric and (bathrooms * 2::numeric) = floor(bathrooms * 2::numeric)),
  square_feet integer check (square_feet between 100 and 20000),
  floors smallint not null check (floors between 1 and 5),
  pets text[] not null default '{}' check (pets <@ array['cat', 'dog', 'other']),
  parking text not null default '', supplies_at_home boolean not null default false,
  created_at timestamptz not null,
  unique (id, client_id),
  constraint homes_address_one_line check ((address || city || state) !~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029]')
);
create index homes_of_client on homes (client_id, created_at, id);

create table home_rooms (
  id uuid primary key default uuid_v7(), home_id uuid not null references homes on delete cascade,
  position smallint not null,
  kind text not null check (kind in ('bedroom', 'bathroom', 'kitchen', 'living_room', 'dining_room', 'office', 'hallway', 'stairs', 'laundry_room',
    'garage', 'balcony', 'other')),
  name text not null default '', important boolean not null default false,
  do_not_enter boolean not null default false, note text not null default '',
  unique (home_id, position) deferrable initially deferred,
  check (not (important and do_not_enter))
);
