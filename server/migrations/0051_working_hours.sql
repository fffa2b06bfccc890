-- When a professional works. A professional who has no row here has stated nothing. rule: working-hours
create table professional_times (
  professional_id uuid primary key references professionals on delete cascade,
  -- Sets the professional's own time zone. Null: the ZIP of the first service area. rule: base-zip
  base_zip char(5),
  -- Whether a weekly plan was saved, be it an empty one.
  stated boolean not null default false,
  -- Rises with each saved change, so that a change made on another device is noticed.
  version integer not null default 0 check (version >= 0),
  -- A date in the own zone, before which only known clients can book. rule: paused-clients
  paused_until date,
  instant_booking text not null default 'off' check (instant_booking in ('off', 'served', 'verified')),
  -- rule: visit-rules
  buffer_minutes smallint not null default 0
    check (buffer_minutes between 0 and 240 and buffer_minutes % 15 = 0),
  travel boolean not null default false,
  notice_hours smallint not null default 24 check (notice_hours between 0 and 336),
  horizon_days smallint not null default 60 check (horizon_days between 1 and 365),
  max_visits_a_day smallint check (max_visits_a_day between 1 and 12),
  max_hours_a_day smallint check (max_hours_a_day between 1 and 16),
  min_hours smallint not null default 1 check (min_hours in (1, 2, 3, 4, 6, 8)),
  only_inside_hours boolean not null default false,
  check (instant_booking = 'off' or stated)
);

-- The weekly plan: minutes after midnight in the own zone, on the grid of half hours. rule: working-hours
create table working_hours (
  professional_id uuid not null references professional_times on delete cascade,
  -- 1 is Monday.
  weekday smallint not null check (weekday between 1 and 7),
  from_minute smallint not null check (from_minute between 0 and 1410 and from_minute % 30 = 0),
  to_minute smallint not null check (to_minute between 30 and 1440 and to_minute % 30 = 0),
  check (from_minute < to_minute),
  primary key (professional_id, weekday, from_minute),
  -- Two intervals of a day neither overlap nor touch: those that touch are saved as one.
  exclude using gist (
    professional_id with =,
    weekday with =,
    int4range(from_minute, to_minute, '[]') with &&
  )
);

-- Days or hours that differ from the plan: dates and minutes in the own zone. rule: time-exceptions
create table time_exceptions (
  id uuid primary key default uuid_v7(),
  professional_id uuid not null references professional_times on delete cascade,
  kind text not null check (kind in ('off', 'extra')),
  from_date date not null,
  to_date date not null,
  -- Both null: whole days.
  from_minute smallint check (from_minute between 0 and 1410 and from_minute % 30 = 0),
  to_minute smallint check (to_minute between 30 and 1440 and to_minute % 30 = 0),
  note text not null default '' check (char_length(note) <= 200),
  created_at timestamptz not null default now(),
  check (from_date <= to_date and to_date - from_date < 366),
  check ((from_minute is null) = (to_minute is null)),
  check (from_minute < to_minute),
  check (kind = 'off' or from_minute is not null)
);
create index time_exceptions_professional on time_exceptions (professional_id, to_date);
