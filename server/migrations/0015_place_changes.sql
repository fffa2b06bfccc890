-- One row for each change that a search of a place could show. Triggers write them, so no command can forget it. Rows
-- are only added: two transactions that change the same place never wait for each other. The numbers of a place
-- together are its version. A stored answer with the same version is not stale.
create table place_changes (
  place_id integer not null,
  number bigint not null default floor(random() * 9007199254740992)
);
create index place_changes_place on place_changes (place_id) include (number);

create function note_place_changes(places integer[]) returns void language sql as $$
  insert into place_changes (place_id) select distinct place_id from unnest(places) as changed (place_id)
$$;

create function search_entries_changed() returns trigger language plpgsql as $$
begin
  perform note_place_changes(array(select place_id from changed));
  return null;
end $$;
create trigger search_entries_inserted after insert on search_entries
  referencing new table as changed for each statement execute function search_entries_changed();
create trigger search_entries_updated after update on search_entries
  referencing new table as changed for each statement execute function search_entries_changed();
create trigger search_entries_deleted after delete on search_entries
  referencing old table as changed for each statement execute function search_entries_changed();

-- The other facts of a card: the profile, the names and the chosen service areas.
create function card_changed() returns trigger language plpgsql as $$
declare
  places integer[];
begin
  execute format(
    'select array(select place_id from search_entries where professional_id in (select %I from changed))', tg_argv[0]
  ) into places;
  perform note_place_changes(places);
  return null;
end $$;
create trigger professionals_card after update on professionals
  referencing new table as changed for each statement execute function card_changed('user_id');
create trigger professional_areas_card_inserted after insert on professional_areas
  referencing new table as changed for each statement execute function card_changed('professional_id');
create trigger professional_areas_card_updated after update on professional_areas
  referencing new table as changed for each statement execute function card_changed('professional_id');
create trigger professional_areas_card_deleted after delete on professional_areas
  referencing old table as changed for each statement execute function card_changed('professional_id');
create trigger users_card after update on users
  referencing new table as changed for each statement execute function card_changed('id');
