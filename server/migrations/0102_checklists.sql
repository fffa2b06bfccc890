-- The tasks that the service of a visit includes, as the offer had them at the acceptance. Null: all of them.
alter table bookings add column included text[];

-- Every acceptance passes here. The visits of a series keep what its first accepted visit had. rule: checklist
create function keep_included_tasks() returns trigger language plpgsql as $$
begin
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
create trigger bookings_included_inserted before insert on bookings
  for each row when (new.status = 'accepted') execute function keep_included_tasks();
create trigger bookings_included_accepted before update of status on bookings
  for each row when (new.status = 'accepted' and old.status <> 'accepted') execute function keep_included_tasks();

-- What was pressed at an item of a checklist. The items themselves follow from rooms, tasks and extras of the booking,
-- so an item that nobody touched has no row. rule: checklist
create table checklist_marks (
  booking_id uuid not null references bookings on delete cascade,
  -- Follows from booking, room and task.
  item_id uuid not null,
  state text not null check (state in ('todo', 'done', 'skipped')),
  note text not null default '',
  -- When the button was pressed; a later press wins.
  at timestamptz not null,
  primary key (booking_id, item_id)
);
