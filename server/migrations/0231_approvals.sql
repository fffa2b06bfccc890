-- rule: two-operators. An action on money that waits for a second operator. `text` is for the person; both texts are
-- in the audit log once it is decided.
create table approvals (
  id uuid primary key default uuid_v7(),
  action text not null check (action in ('refund', 'credits')),
  subject_id uuid not null,
  person_id uuid not null references users,
  amount integer not null,
  reason text not null,
  text text,
  note text,
  case_id text,
  -- Of a grant at the command line, which happens once.
  key text,
  asked_by text not null,
  asked_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > asked_at),
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'refused', 'expired')),
  decided_by text,
  decided_at timestamptz,
  constraint approvals_by_another check (decided_by <> asked_by),
  constraint approvals_decided check (
    case state when 'waiting' then num_nonnulls(decided_by, decided_at) = 0
      when 'expired' then decided_by is null and decided_at is not null
      else num_nonnulls(decided_by, decided_at) = 2 end)
);
create unique index approvals_one_refund on approvals (subject_id) where action = 'refund' and state = 'waiting';
create unique index approvals_one_key on approvals (key) where state = 'waiting';
create index approvals_waiting on approvals (expires_at) where state = 'waiting';
create index approvals_of_person on approvals (person_id, asked_at desc);

-- An operator takes credits back, and credits spent on the leads of a suspended client return.
alter table lead_ledger
  drop constraint lead_ledger_reason_check,
  add constraint lead_ledger_reason_check check (
    reason in (
      'activation', 'renewal', 'single_lead', 'operator', 'first_contact', 'came_back', 'no_word', 'silent',
      'cancelled_early', 'client_suspended', 'refund'
    )
  );
