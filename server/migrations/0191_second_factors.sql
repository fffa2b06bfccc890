-- rule: app-codes. The secret of the app that makes codes, sealed under VERIFICATION_KEYS.
create table totp_secrets (
  user_id uuid primary key references users on delete cascade,
  secret_sealed bytea not null,
  key_id text not null,
  created_at timestamptz not null,
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
  code_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null,
  used_at timestamptz
);
create index recovery_codes_user on recovery_codes (user_id);

-- rule: second-factor. A login whose password was right and whose second factor is missing.
create table sign_in_attempts (
  id uuid primary key default uuid_v7(),
  user_id uuid not null references users on delete cascade,
  token_hash bytea not null unique,
  -- A new password ends the attempt.
  password_version integer not null,
  -- What the login says about its password.
  is_breached boolean not null,
  wrong_tries integer not null default 0 check (wrong_tries between 0 and 5),
  expires_at timestamptz not null,
  ended_at timestamptz,
  check (wrong_tries < 5 or ended_at is not null)
);
create index sign_in_attempts_user on sign_in_attempts (user_id);
create index sign_in_attempts_expiry on sign_in_attempts (expires_at);

-- rule: confirmation
alter table sessions add column confirmed_until timestamptz;

alter table security_events
  drop constraint security_events_kind_check,
  add constraint security_events_kind_check check (kind in (
    'sign_in', 'sign_in_refused', 'sign_in_limited', 'second_factor_refused', 'sign_out', 'session_ended', 'new_device',
    'email_verified', 'email_change_asked', 'email_changed', 'email_change_undone', 'password_changed',
    'password_reset', 'factor_added', 'factor_removed', 'recovery_code_used', 'confirmed', 'confirm_refused', 'limit',
    'refused', 'suspended', 'restored'));
