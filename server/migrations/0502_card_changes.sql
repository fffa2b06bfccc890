-- Says whose card changed, so that a process that keeps cards in memory reads only that one again.
-- rule: search-kept-answers
create function note_card_changes(professionals uuid[]) returns void language sql as $$
  insert into place_changes (place_id, professional_id, is_card)
    select place_id, professional_id, true from search_entries where professional_id = any(professionals);
  insert into city_figures_due (place_id)
    select distinct place_id from search_entries where professional_id = any(professionals);
$$;

create or replace function card_changed() returns trigger language plpgsql as $$
declare
  professionals uuid[];
begin
  execute format('select array(select distinct %I from changed)', tg_argv[0]) into professionals;
  perform note_card_changes(professionals);
  return null;
end $$;

create or replace function note_reliability_changes(professionals uuid[]) returns void language plpgsql as $$
begin
  if professionals = '{}' then return; end if;
  perform note_card_changes(professionals);
end $$;

drop function note_place_changes(integer[]);
