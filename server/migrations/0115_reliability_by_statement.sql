-- One statement of the job completes many visits, so the places are noted once for each statement, not for each row.
-- Nearly all statements change no figure: they end before they read search_entries.
-- rule: search-kept-answers, reliability
drop trigger bookings_reliability_updated on bookings;
drop trigger bookings_reliability_inserted on bookings;
drop function reliability_changed();
drop function reliability_inserted();

create function note_reliability_changes(professionals uuid[]) returns void language plpgsql as $$
begin
  if professionals = '{}' then return; end if;
  perform note_place_changes(array(
    select distinct place_id from search_entries where professional_id = any(professionals)));
end $$;

-- No join: a function keeps the plan of its first statement. If that one changed a single row, the plan compares each
-- row with each other row, and a statement that changes thousands of rows runs for minutes.
create function reliability_updated() returns trigger language plpgsql as $$
begin
  perform note_reliability_changes(array(
    select distinct professional_id from (
      select id, professional_id, status, no_show, on_time, cancelled_late, late_excused from changed
      where status = 'completed' or cancelled_late and cancelled_by = 'professional'
      except
      select id, professional_id, status, no_show, on_time, cancelled_late, late_excused from earlier
    ) as counted));
  return null;
end $$;
create trigger bookings_reliability_updated after update on bookings
  referencing new table as changed old table as earlier for each statement execute function reliability_updated();

-- No command inserts such bookings; whoever writes them by hand is not forgotten.
create function reliability_inserted() returns trigger language plpgsql as $$
begin
  perform note_reliability_changes(array(
    select distinct professional_id from changed where status = 'completed' or cancelled_late));
  return null;
end $$;
create trigger bookings_reliability_inserted after insert on bookings
  referencing new table as changed for each statement execute function reliability_inserted();
