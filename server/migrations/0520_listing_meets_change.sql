-- A change of working hours, or of a visit that counts for reliability, notes the places that it sees. Whoever adds a
-- place at that moment would list a card of before, and nobody would note it. So both wait for each other: changes
-- share a lock, and whoever adds a place has it alone. Changes of the profile lock the professional's row instead.
-- A lock stands for many professionals, so that a statement needs at most 1,024. rule: search-kept-answers
create function listing_locks(professionals uuid[]) returns table (lock bigint) language sql as $$
  select distinct hashtextextended('listing ' || (hashtext(professional::text) & 1023), 0)
  from unnest(professionals) as professional order by 1;
$$;

create function lock_against_listings(professionals uuid[]) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(lock) from listing_locks(professionals);
end $$;

-- The statement after the lock sees what was committed before it.
create or replace function note_reliability_changes(professionals uuid[]) returns void language plpgsql as $$
begin
  if professionals = '{}' then return; end if;
  perform lock_against_listings(professionals);
  perform note_card_changes(professionals);
end $$;

create function times_card_changed() returns trigger language plpgsql as $$
declare
  professionals uuid[] := array(select distinct professional_id from changed);
begin
  perform lock_against_listings(professionals);
  perform note_card_changes(professionals);
  return null;
end $$;
create or replace trigger professional_times_card_inserted after insert on professional_times
  referencing new table as changed for each statement execute function times_card_changed();
create or replace trigger professional_times_card_updated after update on professional_times
  referencing new table as changed for each statement execute function times_card_changed();
create or replace trigger professional_times_card_deleted after delete on professional_times
  referencing old table as changed for each statement execute function times_card_changed();

create function search_entries_inserted() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(lock) from listing_locks(array(select professional_id from changed));
  insert into place_changes (place_id, professional_id) select place_id, professional_id from changed;
  insert into city_figures_due (place_id) select distinct place_id from changed;
  return null;
end $$;
create or replace trigger search_entries_inserted after insert on search_entries
  referencing new table as changed for each statement execute function search_entries_inserted();
