-- Cards of search show how reliable a professional was, so a change of what is counted is a change of their places.
-- rule: search-kept-answers, reliability
create function reliability_changed() returns trigger language plpgsql as $$
begin
  perform note_place_changes(array(select place_id from search_entries where professional_id = new.professional_id));
  return null;
end $$;
create trigger bookings_reliability_updated after update on bookings for each row
  when (
    new.status = 'completed'
      and (old.status, old.no_show, old.on_time) is distinct from (new.status, new.no_show, new.on_time)
    or new.cancelled_late and new.cancelled_by = 'professional'
      and (old.cancelled_late, old.late_excused) is distinct from (new.cancelled_late, new.late_excused)
  ) execute function reliability_changed();

-- No command inserts such bookings; whoever writes them by hand is not forgotten.
create function reliability_inserted() returns trigger language plpgsql as $$
begin
  perform note_place_changes(array(
    select distinct place_id from search_entries where professional_id in (
      select professional_id from changed where status = 'completed' or cancelled_late)));
  return null;
end $$;
create trigger bookings_reliability_inserted after insert on bookings
  referencing new table as changed for each statement execute function reliability_inserted();
