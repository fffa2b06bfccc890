-- rule: passkeys. The public keys of the passkeys of people.
create table passkeys (
  id uuid primary key default uuid_v7(),
  user_id uuid not null references users on delete cascade,
  credential_id bytea not null unique,
  public_key bytea not null,
  -- How often the passkey says it was used. It never falls; passkeys that do not count stay at 0.
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  name text not null check (length(name) between 1 and 60),
  synced boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

-- rule: passkey-challenges. What a browser has to sign, once. The hash alone is stored.
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
