-- Whether the time of a visit was no free time of the stated hours when it was requested or moved, and why.
-- rule: outside-hours
alter table bookings
  add column outside_hours boolean not null default false,
  add column outside text[] not null default '{}' check (
    outside <@ '{hours,off,busy,overlap,gap,notice,horizon,day_full}'::text[]
  ),
  add constraint bookings_outside_has_reasons check (outside_hours or outside = '{}');
