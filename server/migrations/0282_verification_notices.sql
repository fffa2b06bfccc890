-- rule: rejection-notice. What a professional reads before a check is rejected.
create table verification_notices (
  id uuid primary key default uuid_v7(),
  professional_id uuid not null references professionals on delete cascade,
  kind text not null check (kind in ('ssn', 'identity', 'insurance')),
  reason text not null,
  text text not null check (length(text) between 1 and 2000),
  -- The operator's id, or 'cli:NAME'.
  sent_by text not null,
  sent_at timestamptz not null,
  stands_at timestamptz not null check (stands_at >= sent_at + interval '7 days'),
  -- After a dispute another operator has decided: it cannot be disputed again.
  final boolean not null default false,
  disputed_at timestamptz,
  dispute text check (length(dispute) between 20 and 4000),
  ended_at timestamptz,
  outcome text check (outcome in ('stood', 'replaced', 'withdrawn')),
  check ((disputed_at is null) = (dispute is null)),
  check (not final or disputed_at is null),
  check ((ended_at is null) = (outcome is null)),
  constraint verification_notices_seven_days check (outcome <> 'stood' or ended_at >= stands_at and disputed_at is null)
);
create unique index verification_notices_open on verification_notices (professional_id, kind) where ended_at is null;
create index verification_notices_due on verification_notices (stands_at) where ended_at is null and disputed_at is null;
create index verification_notices_of on verification_notices (professional_id, sent_at);
