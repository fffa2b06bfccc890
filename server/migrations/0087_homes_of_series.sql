-- Each new visit of a series copies the home of the series. rule: home-of-booking
alter table series
  -- Of the series' client. Null: none was chosen, or it was deleted.
  add column home_id uuid,
  add column home_facts jsonb,
  add column home_rooms jsonb,
  add column home_parking text,
  add constraint series_home foreign key (home_id, client_id)
    references homes (id, client_id) on delete set null (home_id);
create index series_of_home on series (home_id) where home_id is not null;
