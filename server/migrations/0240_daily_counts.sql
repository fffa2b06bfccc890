-- How often a ZIP was searched and the professionals of a ZIP were looked at, by UTC day. Nobody is in it: no person,
-- no cookie, no address. rule: daily-counts
create table daily_counts (
  day date not null,
  zip char(5) not null,
  searches integer not null default 0 check (searches >= 0),
  searches_without_result integer not null default 0
    check (searches_without_result between 0 and searches),
  profile_views integer not null default 0 check (profile_views >= 0),
  primary key (day, zip)
);
