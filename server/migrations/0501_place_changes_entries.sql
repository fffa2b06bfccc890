-- Says of each change whose search entry of the place it changed, so that a process that has the entries in memory
-- reads only that one again. `is_card`: no entry changed, only what the card shows. Neither: any entry may have
-- changed, as in the row that replaces many. rule: search-kept-answers
alter table place_changes add column professional_id uuid, add column is_card boolean not null default false;

create or replace function note_place_changes(places integer[]) returns void language sql as $$
  insert into place_changes (place_id, is_card)
    select distinct place_id, true from unnest(places) as changed (place_id);
  insert into city_figures_due (place_id) select distinct place_id from unnest(places) as changed (place_id);
$$;

create or replace function search_entries_changed() returns trigger language plpgsql as $$
begin
  insert into place_changes (place_id, professional_id) select place_id, professional_id from changed;
  insert into city_figures_due (place_id) select distinct place_id from changed;
  return null;
end $$;
