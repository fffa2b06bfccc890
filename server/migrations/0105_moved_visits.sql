-- A visit that moves begins again: what was pressed for its old time says nothing about the new one. rule: visit-stages
create function forget_stages_of_old_time() returns trigger language plpgsql as $$
begin
  delete from booking_stages where booking_id = new.id;
  update bookings set stage = null where id = new.id;
  return null;
end $$;
create trigger bookings_moved_stages after update of starts_at on bookings
  for each row when (new.starts_at <> old.starts_at and new.stage is not null) execute function forget_stages_of_old_time();

-- How often the client answered, so that an answer that took long never overtakes a later one. rule: photo-pairs
alter table photo_pairs add column answers integer not null default 0;

-- As 0102; a visit that repairs another one has the tasks of that one, whatever the offer says since. rule: checklist
create or replace function keep_included_tasks() returns trigger language plpgsql as $$
begin
  if new.reclean_of is not null then
    new.included := (select included from bookings where id = new.reclean_of);
    return new;
  end if;
  if new.series_id is not null then
    select included into new.included from bookings
    where series_id = new.series_id and id <> new.id and status in ('accepted', 'completed')
    order by created_at, id limit 1;
    if found then
      return new;
    end if;
  end if;
  new.included := (
    select included from offer_services
    where professional_id = new.professional_id and service_type = new.service_type
  );
  return new;
end $$;
