-- What a visit of a series costs beside the rate of its terms, as it was when the series was requested.
-- rule: series-price
alter table series
  -- The extras of each visit, with their minutes and prices.
  add column extras jsonb not null default '[]',
  add column supplies text not null default 'client' check (supplies in ('client', 'professional')),
  -- What the professional's supplies cost a visit; null: nothing.
  add column supplies_cents integer check (supplies_cents between 100 and 10000),
  -- Off labour and extras of each visit after the first one.
  add column discount_percent smallint not null default 0 check (discount_percent between 0 and 50),
  -- The professional's shortest visit of this service.
  add column minimum_hours smallint not null default 1 check (minimum_hours in (1, 2, 3, 4, 6, 8));
