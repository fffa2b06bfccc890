-- rule: suspension. An operator suspends an account and may restore it. The reason is what the person reads.
create table suspensions (
  id uuid primary key default uuid_v7(),
  user_id uuid not null references users,
  reason text not null,
  -- The visits that were accepted before go on.
  keeps_visits boolean not null,
  began_at timestamptz not null,
  ended_at timestamptz,
  end_reason text,
  check (ended_at >= began_at)
);
create index suspensions_user on suspensions (user_id, began_at desc);
create unique index suspensions_one_open on suspensions (user_id) where ended_at is null;

-- The open suspension. A column of the account, so that a statement that waited for its lock sees it.
alter table users add column suspension_id uuid unique references suspensions;

alter table security_events
  drop constraint security_events_kind_check,
  add constraint security_events_kind_check check (kind in (
    'sign_in', 'sign_in_refused', 'sign_in_limited', 'sign_out', 'session_ended', 'new_device', 'password_changed',
    'password_reset', 'confirmed', 'confirm_refused', 'limit', 'refused', 'suspended', 'restored'));
