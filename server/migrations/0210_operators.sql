-- The people who run Lustra. They are no users: another table, another cookie, another sign-in.
create table operators (
  id uuid primary key default uuid_v7(),
  email text not null check (email !~ '[[:cntrl:]]'),
  name text not null check (length(name) between 1 and 100 and name !~ '[[:cntrl:]]'),
  -- Null until the operator has enrolled.
  password_hash text,
  -- Rises with each new password and each reset, which ends attempts from before.
  password_version integer not null default 1,
  created_at timestamptz not null,
  disabled_at timestamptz
);
create unique index operators_email on operators (lower(email));

-- A link is good once and for a day. An operator has one at most.
create table operator_enrolments (
  operator_id uuid primary key references operators,
  token_hash bytea not null unique,
  -- The secret that the page shows. It becomes the operator's, if the operator chooses codes.
  secret_sealed bytea not null,
  key_id text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at <= created_at + interval '24 hours')
);
create index operator_enrolments_expiry on operator_enrolments (expires_at);

-- The secret of the app that makes an operator's codes, sealed under VERIFICATION_KEYS.
create table operator_totp_secrets (
  operator_id uuid primary key references operators,
  secret_sealed bytea not null,
  key_id text not null,
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
  transports text[] not null,
  synced boolean not null,
  created_at timestamptz not null,
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
  id uuid primary key default uuid_v7(),
  operator_id uuid not null references operators,
  token_hash bytea not null unique,
  password_version integer not null,
  wrong_tries integer not null default 0 check (wrong_tries between 0 and 5),
  expires_at timestamptz not null,
  ended_at timestamptz,
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
  previous_until timestamptz,
  operator_id uuid not null references operators,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null check (expires_at <= created_at + interval '8 hours'),
  confirmed_until timestamptz,
  check ((previous_hash is null) = (previous_until is null))
);
create unique index operator_sessions_previous on operator_sessions (previous_hash) where previous_hash is not null;
create index operator_sessions_operator on operator_sessions (operator_id, last_seen_at);
create index operator_sessions_expiry on operator_sessions (expires_at);

-- rule: idempotency-key. user_id is the id of a user or of an operator.
alter table idempotency_keys drop constraint idempotency_keys_user_id_fkey;
