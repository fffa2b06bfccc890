-- rule: security-events. What happened to accounts: sign-ins, refusals, limits, changes. No network address is stored,
-- and of an email without an account only a keyed hash.
create table security_events (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  kind text not null check (kind in (
    'sign_in', 'sign_in_refused', 'sign_in_limited', 'sign_out', 'session_ended', 'new_device', 'password_changed',
    'password_reset', 'confirmed', 'confirm_refused', 'limit', 'refused')),
  -- Null for a visitor, for an email without an account, and after the account was deleted.
  user_id uuid references users,
  email_hash bytea,
  browser text,
  system text,
  known_device boolean not null,
  -- Keyed, so that the address cannot be computed from it. Null after 90 days.
  network_tag text check (network_tag ~ '^n-[0-9a-f]{6}$'),
  request_id text not null,
  check (user_id is null or email_hash is null)
);
create index security_events_user on security_events (user_id, id desc) where user_id is not null;
create index security_events_recent on security_events (network_tag, kind, at) where network_tag is not null;
create index security_events_age on security_events (at);

-- Rows are only added. The two functions below are the only ones that may change or delete some.
create function keep_security_events() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' or current_setting('lustra.forget_security_events', true) is distinct from 'on' then
    raise exception 'Security events are only added' using errcode = 'insufficient_privilege';
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  return new;
end $$;
create trigger security_events_append_only before update or delete on security_events
  for each row execute function keep_security_events();
create trigger security_events_not_truncated before truncate on security_events
  for each statement execute function keep_security_events();

-- Retention: the network tag is kept for 90 days, the event for 365. It deletes and changes at most `most` rows each,
-- and returns the larger number.
create function forget_security_events(moment timestamptz, most integer) returns integer language plpgsql
set lustra.forget_security_events = 'on' as $$
declare
  deleted integer;
  changed integer;
begin
  delete from security_events where id in (
    select id from security_events where at < moment - interval '365 days' limit most);
  get diagnostics deleted = row_count;
  update security_events set network_tag = null where id in (
    select id from security_events where network_tag is not null and at < moment - interval '90 days' limit most);
  get diagnostics changed = row_count;
  return greatest(deleted, changed);
end $$;

-- Deletion of an account: its events stay, without the account.
create function forget_account_in_security_events(person uuid) returns void language plpgsql
set lustra.forget_security_events = 'on' as $$
begin
  update security_events set user_id = null where user_id = person;
end $$;
