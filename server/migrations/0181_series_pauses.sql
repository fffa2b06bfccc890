-- A series can have several pauses ahead; they lie apart. rule: series-pause
create table series_pauses (
  series_id uuid not null references series on delete cascade,
  from_date date not null,
  to_date date not null,
  check (from_date <= to_date),
  primary key (series_id, from_date),
  exclude using gist (series_id with =, daterange(from_date, to_date, '[]') with &&)
);
insert into series_pauses select id, paused_from, paused_to from series where paused_from is not null;
alter table series drop column paused_from, drop column paused_to;
