-- Noting a change was planned anew each time: no plan of a text that is put together is kept, and a list of one looks
-- cheaper than a list of any length. rule: search-kept-answers
create or replace function note_card_changes(professionals uuid[]) returns void language sql as $$
  with entry as materialized (
    select place_id, professional_id from search_entries
    -- Without the inner select PostgreSQL knows how many there are, and plans the statement for each number.
    where professional_id = any ((select professionals)::uuid[])
  ), noted as (
    insert into place_changes (place_id, professional_id, is_card)
      select place_id, professional_id, true
      from (select place_id, array_agg(professional_id) as changed from entry group by 1) as place
      cross join unnest(case when cardinality(changed) <= 20 then changed else array[null::uuid] end)
        as noted (professional_id)
  )
  insert into city_figures_due (place_id) select distinct place_id from entry;
$$;

create or replace function card_changed() returns trigger language plpgsql as $$
declare
  professionals uuid[];
begin
  case tg_argv[0]
    when 'user_id' then professionals := array(select distinct user_id from changed);
    when 'professional_id' then professionals := array(select distinct professional_id from changed);
    when 'id' then professionals := array(select distinct id from changed);
  end case;
  perform note_card_changes(professionals);
  return null;
end $$;
