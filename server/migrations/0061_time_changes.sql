-- One row for each change of what makes a professional's times free. The numbers of a professional together are the
-- version under which answers of free times are cached. Rows are only added, so two transactions never wait for each
-- other here. rule: free-times
create table time_changes (
  professional_id uuid not null,
  number bigint not null default floor(random() * 9007199254740992)
);
create index time_changes_professional on time_changes (professional_id) include (number);

-- For statement triggers of tables with a column professional_id.
create function time_changed() returns trigger language plpgsql as $$
begin
  insert into time_changes (professional_id) select distinct professional_id from changed;
  return null;
end $$;

create trigger professional_times_inserted after insert on professional_times
  referencing new table as changed for each statement execute function time_changed();
create trigger professional_times_updated after update on professional_times
  referencing new table as changed for each statement execute function time_changed();
create trigger professional_times_deleted after delete on professional_times
  referencing old table as changed for each statement execute function time_changed();
create trigger working_hours_inserted after insert on working_hours
  referencing new table as changed for each statement execute function time_changed();
create trigger working_hours_updated after update on working_hours
  referencing new table as changed for each statement execute function time_changed();
create trigger working_hours_deleted after delete on working_hours
  referencing old table as changed for each statement execute function time_changed();
create trigger time_exceptions_inserted after insert on time_exceptions
  referencing new table as changed for each statement execute function time_changed();
create trigger time_exceptions_updated after update on time_exceptions
  referencing new table as changed for each statement execute function time_changed();
create trigger time_exceptions_deleted after delete on time_exceptions
  referencing old table as changed for each statement execute function time_changed();
-- The first service area sets the own zone of a professional without a base ZIP.
create trigger professional_areas_time_inserted after insert on professional_areas
  referencing new table as changed for each statement execute function time_changed();
create trigger professional_areas_time_updated after update on professional_areas
  referencing new table as changed for each statement execute function time_changed();
create trigger professional_areas_time_deleted after delete on professional_areas
  referencing old table as changed for each statement execute function time_changed();

-- Only accepted visits take time away: a request changes nothing.
create function accepted_visits_written() returns trigger language plpgsql as $$
begin
  insert into time_changes (professional_id)
  select distinct professional_id from changed where status = 'accepted';
  return null;
end $$;
create function accepted_visits_updated() returns trigger language plpgsql as $$
begin
  insert into time_changes (professional_id)
  select distinct changed.professional_id from changed join earlier using (id)
  where 'accepted' in (changed.status, earlier.status);
  return null;
end $$;
create trigger bookings_time_inserted after insert on bookings
  referencing new table as changed for each statement execute function accepted_visits_written();
create trigger bookings_time_updated after update on bookings
  referencing new table as changed old table as earlier for each statement execute function accepted_visits_updated();
create trigger bookings_time_deleted after delete on bookings
  referencing old table as changed for each statement execute function accepted_visits_written();

-- Whether a client may see the free times of a professional for this home: at most `most` homes in 24 hours. `pair` and
-- `home` are hashes, so that no row tells who asked about which home. rule: free-times-limits
create function may_ask_for_home(pair text, home text, moment timestamptz, most integer) returns boolean
language plpgsql as $$
declare
  moment_ms bigint := floor(extract(epoch from moment) * 1000);
  counted rate_limits;
begin
  if exists (select from rate_limits where key = 'slots_home:' || home and expire > moment_ms) then
    return true;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('slots ' || pair, 0));
  if exists (select from rate_limits where key = 'slots_home:' || home and expire > moment_ms) then
    return true;
  end if;
  insert into rate_limits as known (key, points, expire)
  values ('slots_homes:' || pair, 1, moment_ms + 86400000)
  on conflict (key) do update set
    points = case when known.expire > moment_ms then known.points + 1 else 1 end,
    expire = case when known.expire > moment_ms then known.expire else excluded.expire end
  returning * into counted;
  if counted.points > most then
    return false;
  end if;
  insert into rate_limits (key, points, expire) values ('slots_home:' || home, 1, counted.expire)
  on conflict (key) do update set expire = excluded.expire;
  return true;
end $$;
