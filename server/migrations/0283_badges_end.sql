-- rule: badges-end. A badge ends 12 months after its check.
alter table professionals
  drop constraint professionals_background_check_status_check,
  add constraint professionals_background_check_status_check
    check (background_check_status in ('not_submitted', 'pending', 'approved', 'rejected', 'expired'));
create index professionals_checked on professionals (background_checked_at) where background_checked_at is not null;
-- The professional has given the number again before the badge ends. The badge stays until the decision.
alter table verifications add column renewal_at timestamptz;

-- The letters that said when a badge ends.
create table badge_letters (
  professional_id uuid not null references professionals on delete cascade,
  checked_at timestamptz not null,
  days integer not null check (days in (7, 30)),
  at timestamptz not null,
  primary key (professional_id, checked_at, days)
);
