-- One statement of the job completes many visits, so the places are noted once for each statement, not for each row.
-- Nearly all statements change no figure: they end before they read search_entries.
-- rule: search-cached-answers, reliability
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

create function reliability_updated() returns trigger language plpgsql as $$
begin
  perform note_reliability_changes(array(
    select distinct changed.professional_id from changed join earlier using (id)
    where changed.status = 'completed'
        and (earlier.status, earlier.no_show, earlier.on_time)
          is distinct from (changed.status, changed.no_show, changed.on_time)
      or changed.cancelled_late and changed.cancelled_by = 'professional'
        and (earlier.cancelled_late, earlier.late_excused)
          is distinct from (changed.cancelled_late, changed.late_excused)));
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
