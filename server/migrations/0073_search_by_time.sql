-- Search by time. The weekly plan and the rules stand in the search entry, and a row of search_days exists only for a
-- day that differs from the plan. rule: search-by-time, search-time-entries
alter table search_entries
  add column stated boolean not null default false,
  -- Instant booking for every client with a confirmed email address.
  add column instant boolean not null default false,
  -- The own time zone, as a number of time-keys.ts.
  add column zone smallint not null default 0,
  add column notice_hours smallint not null default 24,
  add column horizon_days smallint not null default 60,
  -- The lengths of visits that rules allow on a day without another visit: one bit each, see time-keys.ts.
  add column lengths smallint not null default 63,
  -- The first own day for clients who are not known, counted from 1970-01-01.
  add column first_day integer not null default 0,
  -- The plan of Monday to Sunday: one bit for each half hour from the day's midnight on, and the first 15 of the next
  -- day.
  add column plan_1 bigint not null default 0,
  add column plan_2 bigint not null default 0,
  add column plan_3 bigint not null default 0,
  add column plan_4 bigint not null default 0,
  add column plan_5 bigint not null default 0,
  add column plan_6 bigint not null default 0,
  add column plan_7 bigint not null default 0;
create index search_entries_time on search_entries (place_id, zone, professional_id) include (
  rate_cents, services, frequencies, rating, rating_key, years_key, created_at,
  stated, instant, notice_hours, horizon_days, lengths, first_day,
  plan_1, plan_2, plan_3, plan_4, plan_5, plan_6, plan_7
);

-- Free times of an own day that the plan does not tell: one bit for each half hour after the day's midnight at which a
-- visit of so many hours can begin. Without stated hours a row stands for a whole day off.
create table search_days (
  place_id integer not null,
  -- Counted from 1970-01-01.
  day integer not null,
  professional_id uuid not null references professionals on delete cascade,
  starts_1 bigint not null,
  starts_2 bigint not null,
  starts_3 bigint not null,
  starts_4 bigint not null,
  starts_6 bigint not null,
  starts_8 bigint not null,
  primary key (place_id, day, professional_id) include (starts_1, starts_2, starts_3, starts_4, starts_6, starts_8)
) with (autovacuum_vacuum_scale_factor = 0.002, autovacuum_vacuum_insert_scale_factor = 0.05);
create index search_days_professional on search_days (professional_id);
create index search_days_day on search_days (day);

-- Professionals whose time or places have changed since search wrote them. Rows are only added here, in the transaction
-- of the change, so that a booking waits for nobody. Search writes what is due before it answers.
-- rule: search-time-entries
create table search_times_due (
  professional_id uuid not null
);
create function search_time_due() returns trigger language plpgsql as $$
begin
  insert into search_times_due (professional_id) select distinct professional_id from changed;
  return null;
end $$;
create trigger time_changes_due after insert on time_changes
  referencing new table as changed for each statement execute function search_time_due();
create trigger search_entries_due after insert on search_entries
  referencing new table as changed for each statement execute function search_time_due();

-- The version of the free times of a place, in the same way as place_changes. rule: search-kept-answers
create table place_time_changes (
  place_id integer not null,
  number bigint not null default floor(random() * 9007199254740992)
);
create index place_time_changes_place on place_time_changes (place_id) include (number);

insert into search_times_due (professional_id) select distinct professional_id from search_entries;
