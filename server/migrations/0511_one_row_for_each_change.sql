-- A change of one professional notes each of their places once, whether it changes their card, their entries or both.
-- rule: search-kept-answers, city-figures

-- Professionals whose places the job count-cities counts again. Rows are only added, in the transaction of the change.
create table professional_figures_due (professional_id uuid not null);

create or replace function note_card_changes(professionals uuid[]) returns void language plpgsql as $$
declare
  places integer[];
begin
  if cardinality(professionals) = 1 then
    places := array(select place_id from search_entries where professional_id = professionals[1]);
    if places = '{}' or (professionals[1]::text, places::text) = (
      current_setting('lustra.noted_professional', true), current_setting('lustra.noted_places', true)
    ) then return; end if;
    insert into place_changes (place_id, professional_id)
      select place_id, professionals[1] from unnest(places) as place (place_id);
    insert into professional_figures_due values (professionals[1]);
    perform set_config('lustra.noted_professional', professionals[1]::text, true),
      set_config('lustra.noted_places', places::text, true);
  elsif professionals <> '{}' then
    with entry as materialized (
      select place_id, professional_id from search_entries where professional_id = any(professionals)
    ), noted as (
      insert into place_changes (place_id, professional_id, is_card)
        select place_id, professional_id, true
        from (select place_id, array_agg(professional_id) as changed from entry group by 1) as place
        cross join unnest(case when cardinality(changed) <= 20 then changed else array[null::uuid] end)
          as noted (professional_id)
    )
    insert into city_figures_due (place_id) select distinct place_id from entry;
  end if;
end $$;

-- What this transaction has noted already is left out. Cities count no column of an entry, only which places it is of.
create function search_entries_updated() returns trigger language plpgsql as $$
declare
  noted uuid := nullif(current_setting('lustra.noted_professional', true), '');
  places integer[] := coalesce(nullif(current_setting('lustra.noted_places', true), ''), '{}');
begin
  insert into place_changes (place_id, professional_id)
    select place_id, professional_id from changed
    where professional_id is distinct from noted or place_id <> all (places);
  return null;
end $$;
drop trigger search_entries_updated on search_entries;
create trigger search_entries_updated after update on search_entries
  referencing new table as changed for each statement execute function search_entries_updated();
