-- What the last good reading of a calendar could not read, and the zones that it was not sure of.
-- rule: busy-times, calendar-zones
alter table busy_calendars
  add column unread integer not null default 0 check (unread >= 0),
  -- A list of {name, read_as}: the name of a zone in the calendar, and the zone that we took it for.
  add column unsure_zones jsonb not null default '[]',
  -- The zone that the professional chose for those. Null: the likely one of each.
  add column time_zone text;
