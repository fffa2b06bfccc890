-- A statement that changes the cards of many professionals of one place writes one row there: any card may have
-- changed. `20`: as many rows as the job gather-place-changes leaves a place. rule: search-kept-answers
create or replace function note_card_changes(professionals uuid[]) returns void language sql as $$
  insert into place_changes (place_id, professional_id, is_card)
    select place_id, professional_id, true
    from (
      select place_id, array_agg(professional_id) as changed
      from search_entries where professional_id = any(professionals) group by 1
    ) as place
    cross join unnest(case when cardinality(changed) <= 20 then changed else array[null::uuid] end)
      as noted (professional_id);
  insert into city_figures_due (place_id)
    select distinct place_id from search_entries where professional_id = any(professionals);
$$;
