-- Time-ordered ids (UUID version 7) on every PostgreSQL from 15 on.
create function uuid_v7() returns uuid
language sql volatile parallel safe as $$
  select encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid())
        placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
        from 1 for 6),
      52, 1), 53, 1),
    'hex')::uuid
$$;

create table users (
  id uuid primary key default uuid_v7(),
  role text not null check (role in ('client', 'professional')),
  email text not null,
  first_name text not null,
  last_name text not null,
  phone text not null,
  password_hash text not null,
  language text not null default 'en' check (language in ('en', 'pt', 'es')),
  created_at timestamptz not null default now()
);
create unique index users_email on users (lower(email));

create table sessions (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

-- The newest token alone is good: one row a person.
create table password_resets (
  user_id uuid primary key references users on delete cascade,
  token_hash bytea not null unique,
  expires_at timestamptz not null
);

-- The shape that rate-limiter-flexible reads and writes.
create table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

-- rule: idempotency-key. The same key and body return the same answer for one day.
create table idempotency_keys (
  user_id uuid not null references users on delete cascade,
  call text not null,
  key text not null check (length(key) <= 200),
  body_hash bytea not null,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (user_id, call, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- One row for each event, written in the transaction of the change that it reports.
create table events (
  id bigint generated always as identity primary key,
  kind text not null,
  subject_id uuid not null,
  actor_id uuid,
  data jsonb not null default '{}',
  at timestamptz not null default now()
);
create index events_subject on events (subject_id);
