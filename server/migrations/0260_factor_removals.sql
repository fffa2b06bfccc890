-- rule: factor-removal. An operator removes the factors of an account whose owner lost them, after 72 hours.
create table factor_removals (
  id uuid primary key default uuid_v7(),
  user_id uuid not null references users on delete cascade,
  asked_at timestamptz not null,
  due_at timestamptz not null,
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
