-- Functions are code: this file is applied again by each migration, before the tables. So a body may name what a
-- later file creates, and no signature names a table. A function whose signature changes gets another name; a
-- migration drops the old one. docs/database-triggers.md says why each is here.

-- A version never changes; its texts can only be taken out. rule: work-agreement
create or replace function agreement_unchanged() returns trigger language plpgsql as $$
begin
  if new.redacted_at is null
    or (old.id, old.booking_id, old.series_id, old.version, old.because, old.made_at, old.included, old.hash, old.from_date)
      is distinct from
      (new.id, new.booking_id, new.series_id, new.version, new.because, new.made_at, new.included, new.hash, new.from_date)
  then
    raise exception 'Version % of agreement % cannot change', old.version, old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- At the end of the transaction the lines and the total agree, whoever wrote them.
create or replace function booking_lines_agree() returns trigger language plpgsql as $$
declare
  of_booking uuid;
begin
  if tg_table_name = 'bookings' then
    of_booking := new.id;
  elsif tg_op = 'DELETE' then
    of_booking := old.booking_id;
  else
    of_booking := new.booking_id;
  end if;
  if exists (
    select from bookings where id = of_booking
      and total_cents <> (select coalesce(sum(amount_cents), 0) from booking_lines where booking_id = of_booking)
  ) then
    raise exception 'The lines of booking % do not sum to its total', of_booking using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- A booking that is written without lines has one of labour.
create or replace function booking_lines_missing() returns trigger language plpgsql as $$
begin
  insert into booking_lines (booking_id, position, kind, rate_cents, minutes, amount_cents)
  select id, 0, 'labour', hourly_rate_cents, estimated_hours * 60, total_cents from written
  where not exists (select from booking_lines where booking_id = written.id);
  return null;
end $$;

create or replace function city_figures_changed() returns trigger language plpgsql as $$
begin
  insert into city_figures_due select place_id from search_entries where professional_id = new.user_id;
  return null;
end $$;

-- Counts one use of each of these limits: at most `most` in `seconds`, from the first one on. If one of them is used
-- up, none counts, and the answer is its number in the list, from 1 on, and the seconds to wait. rule: rate-limits
create or replace function count_uses(
  names text[], most integer[], seconds integer[], moment timestamptz, out nth integer, out wait integer)
returns setof record language plpgsql as $$
declare
  counted rate_limits;
  moment_ms bigint := floor(extract(epoch from moment) * 1000);
begin
  for number in 1 .. array_length(names, 1) loop
    insert into rate_limits as known (key, points, expire)
    values (names[number], 1, moment_ms + seconds[number] * 1000::bigint)
    on conflict (key) do update set
      points = case when known.expire > moment_ms then known.points + 1 else 1 end,
      expire = case when known.expire > moment_ms then known.expire else excluded.expire end
    returning * into counted;
    if counted.points > most[number] then
      update rate_limits set points = points - 1 where key = any(names[:number]);
      nth := number;
      wait := greatest(1, (counted.expire - moment_ms + 999) / 1000)::integer;
      return next;
      return;
    end if;
  end loop;
end $$;

-- Deletion of an account: its events stay, without the account.
create or replace function forget_account_in_security_events(person uuid) returns void language plpgsql
security definer set search_path = pg_catalog, public, pg_temp set lustra.forget_security_events = 'on' as $$
begin
  update security_events set user_id = null where user_id = person;
end $$;

-- Retention: the network tag is kept for 90 days, the event for 365. It deletes and changes at most `most` rows each,
-- and returns the larger number.
create or replace function forget_security_events(moment timestamptz, most integer) returns integer language plpgsql
security definer set search_path = pg_catalog, public, pg_temp set lustra.forget_security_events = 'on' as $$
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

-- The tasks of a visit as they are at its acceptance. A visit that repairs another one has those of that one,
-- whatever the offer says since, and a visit of a series those of its first. rule: checklist
create or replace function keep_included_tasks() returns trigger language plpgsql as $$
begin
  if new.reclean_of is not null then
    new.included := (select included from bookings where id = new.reclean_of);
    return new;
  end if;
  if new.series_id is not null then
    select included into new.included from bookings
    where series_id = new.series_id and id <> new.id and status in ('accepted', 'completed')
    order by created_at, id limit 1;
    if found then
      return new;
    end if;
  end if;
  new.included := (
    select included from offer_services
    where professional_id = new.professional_id and service_type = new.service_type
  );
  return new;
end $$;

create or replace function keep_lead_credits() returns trigger language plpgsql as $$
begin
  insert into lead_credits (professional_id)
    select distinct professional_id from added
    where not exists (select from lead_credits where lead_credits.professional_id = added.professional_id)
    order by 1
    on conflict do nothing;
  update lead_credits set balance = balance + change.amount, total = lead_credits.total + change.total,
    paid = lead_credits.paid + change.paid
  from (
    select professional_id, sum(amount)::integer as amount,
      coalesce(sum(amount) filter (where kind in ('granted', 'bought')), 0)::integer as total,
      coalesce(sum(amount) filter (where kind = 'bought'), 0)::integer as paid
    from added group by professional_id
  ) as change
  where lead_credits.professional_id = change.professional_id;
  return null;
end $$;

create or replace function lock_client(client uuid) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('contact ' || client, 0));
$$;

-- Whether a client may see the free times of a professional for this home: at most `most` homes in 24 hours. `pair`
-- and `home` are hashes, so that no row tells who asked about which home. rule: free-times-limits, rate-limits
create or replace function may_ask_for_home(pair text, home text, moment timestamptz, most integer) returns boolean
language plpgsql as $$
declare
  moment_ms bigint := floor(extract(epoch from moment) * 1000);
begin
  if exists (select from rate_limits where key = 'slots_home:' || home and expire > moment_ms) then
    return true;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('slots ' || pair, 0));
  if exists (select from rate_limits where key = 'slots_home:' || home and expire > moment_ms) then
    return true;
  end if;
  if exists (select from count_uses(array['slots_homes:' || pair], array[most], array[86400], moment)) then
    return false;
  end if;
  insert into rate_limits (key, points, expire)
  select 'slots_home:' || home, 1, expire from rate_limits where key = 'slots_homes:' || pair
  on conflict (key) do update set expire = excluded.expire;
  return true;
end $$;

-- A pair has one spending at most that is not given back, its newest one: a lead is closed, and so can open again,
-- only by a return.
create or replace function name_spending() returns trigger language plpgsql as $$
begin
  new.spent_id := (
    select max(id) from lead_ledger
    where professional_id = new.professional_id and client_id = new.client_id and kind = 'spent');
  return new;
end $$;

-- For a lead that begins to wait: opens it if there is a credit.
create or replace function open_new_lead() returns trigger language plpgsql as $$
declare
  credits integer;
begin
  -- The row is locked even at 0. Of a credit and a lead that arrive at the same moment, the second transaction sees the
  -- first.
  select balance into credits from lead_credits where professional_id = new.professional_id for no key update;
  if credits > 0 then
    perform spend_credit(new.professional_id, new.client_id, new.waiting_since);
  end if;
  return null;
end $$;

-- One function refuses every change of what is only added to. rule: credit-ledger, audit-log, security-events
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  -- The two functions that forget security events set this, for as long as they run.
  if tg_table_name = 'security_events' and tg_op <> 'TRUNCATE'
    and current_setting('lustra.forget_security_events', true) = 'on' then
    return null;
  end if;
  raise exception 'Nothing is changed in or taken out of %.', tg_table_name using errcode = 'restrict_violation';
end $$;

-- A new entry has no plan and no days yet.
create or replace function search_places_changed() returns trigger language plpgsql as $$
begin
  insert into search_times_due values (coalesce(new.professional_id, old.professional_id));
  insert into city_figures_due values (coalesce(new.place_id, old.place_id));
  return null;
end $$;

-- Whatever changes a professional's time or places marks them in search_times_due, and whatever changes the figures
-- of a city marks the place in city_figures_due. Rows are only added, in the transaction of the change, so that it
-- waits for nobody. rule: search-by-time, city-pages
create or replace function search_time_changed() returns trigger language plpgsql as $$
begin
  insert into search_times_due values (coalesce(new.professional_id, old.professional_id));
  return null;
end $$;

create or replace function series_dates_changed() returns trigger language plpgsql as $$
begin
  insert into search_times_due
  select professional_id from series where id = coalesce(new.series_id, old.series_id) and status <> 'requested';
  return null;
end $$;

-- The only place that spends a credit. It writes the ledger and opens the lead. rule: lead-is-one-pair
create or replace function spend_credit(professional uuid, client uuid, moment timestamptz) returns void language plpgsql as $$
declare
  lead leads;
begin
  select * into lead from leads where professional_id = professional and client_id = client;
  insert into lead_ledger (professional_id, kind, amount, reason, key, client_id, at)
  values (
    professional, 'spent', -1, case when lead.openings = 0 then 'first_contact' else 'came_back' end,
    format('spent %s %s %s', professional, client, lead.openings + 1), client, moment);
  update leads set opened_at = moment, waiting_since = null, openings = lead.openings + 1,
    return_due_at = case when lead.client_acted_at is null and lead.returned_at is null
      then lead.created_at + interval '72 hours' end
  where professional_id = professional and client_id = client;
end $$;

-- Every event of a booking becomes a message in the conversation of its client and professional, whichever command
-- wrote it. Events of background jobs have the professional as sender.
create or replace function tell_booking_in_thread() returns trigger language plpgsql as $$
begin
  insert into messages (conversation_id, sender_id, receiver_id, kind, booking_id, event, created_at, read_at)
  select leads.conversation_id,
    case when new.actor_id = bookings.client_id then bookings.client_id else bookings.professional_id end,
    case when new.actor_id = bookings.client_id then bookings.professional_id else bookings.client_id end,
    'booking', bookings.id,
    case when new.kind in ('proposal.declined', 'proposal.withdrawn', 'proposal.expired') then 'proposal_' else '' end
      || substring(new.kind from '\.(.*)'),
    new.at, new.at
  from bookings join leads using (professional_id, client_id) where bookings.id = new.subject_id;
  return null;
end $$;

create or replace function tell_series_in_thread() returns trigger language plpgsql as $$
begin
  insert into messages (conversation_id, sender_id, receiver_id, kind, booking_id, event, created_at, read_at)
  select leads.conversation_id,
    case when new.actor_id = series.client_id then series.client_id else series.professional_id end,
    case when new.actor_id = series.client_id then series.professional_id else series.client_id end,
    'booking', (new.data ->> 'booking_id')::uuid,
    case when new.kind in ('series.skipped', 'series.restored') then 'visit_' else 'series_' end
      || substring(new.kind from '\.(.*)'),
    new.at, new.at
  from series join leads using (professional_id, client_id) where series.id = new.subject_id;
  return null;
end $$;

-- A live connection ends with its session, also in another process. This trigger notifies all processes, whichever
-- command ended the session. Sessions that only expired are found by a check of the connections.
create or replace function tell_session_ended() returns trigger language plpgsql as $$
begin
  perform pg_notify('lustra_live', json_build_object('ended', old.user_id)::text);
  return null;
end $$;

-- For credits that arrive: opens the leads that wait, oldest first, and returns their clients.
create or replace function unlock_waiting(professional uuid, moment timestamptz) returns setof uuid language plpgsql as $$
declare
  credits integer;
  client uuid;
begin
  select balance into credits from lead_credits where professional_id = professional for no key update;
  for client in
    select client_id from leads where professional_id = professional and waiting_since is not null
    order by waiting_since, client_id limit greatest(coalesce(credits, 0), 0) for update
  loop
    perform spend_credit(professional, client, moment);
    return next client;
  end loop;
end $$;

-- Time-ordered ids (UUID version 7) on every PostgreSQL from 15 on.
create or replace function uuid_v7() returns uuid
language sql volatile parallel safe as $$
  select encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid())
        placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
        from 1 for 6),
      52, 1), 53, 1),
    'hex')::uuid
$$;

-- The review follows the visit that it names, else the last one of the pair that took place.
create or replace function verify_hire() returns trigger language plpgsql as $$
begin
  select bookings.id into new.booking_id from bookings
  where bookings.professional_id = new.professional_id and bookings.client_id = new.client_id
    and bookings.id = coalesce(new.booking_id, bookings.id) and bookings.no_show is null
    and (bookings.status = 'completed' or bookings.status = 'accepted' and bookings.ends_at <= new.created_at)
  order by bookings.ends_at <= new.created_at desc, bookings.ends_at desc, bookings.id limit 1;
  new.verified_hire := new.booking_id is not null;
  new.visit := case
    when new.verified_hire then 'took_place'
    when exists (
      select from bookings
      where bookings.professional_id = new.professional_id and bookings.client_id = new.client_id
        and bookings.status = 'accepted' and bookings.ends_at > new.created_at
    ) then 'to_come'
    else 'none'
  end;
  new.public_at := coalesce(new.public_at, new.created_at);
  return new;
end $$;

-- Only accepted visits take time away: a request changes nothing.
create or replace function visit_time_changed() returns trigger language plpgsql as $$
begin
  if 'accepted' in (old.status, new.status) then
    insert into search_times_due values (coalesce(new.professional_id, old.professional_id));
  end if;
  return null;
end $$;
