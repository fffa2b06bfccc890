-- How often a professional comes: all frequencies until they choose. A search with a frequency finds only those who
-- offer it. rule: frequencies-offered
alter table professionals add column frequencies text[] not null default '{one_time,weekly,biweekly,monthly}' check (
  cardinality(frequencies) > 0 and frequencies <@ array['one_time', 'weekly', 'biweekly', 'monthly']
);

-- One bit for each frequency. The indexes include it, so that one index still answers a search.
alter table search_entries add column frequencies smallint not null default 15;
drop index search_entries_rating, search_entries_price, search_entries_experience, search_entries_newest;
create index search_entries_rating on search_entries
  (place_id, rating_key desc, professional_id) include (rate_cents, services, frequencies, rating);
create index search_entries_price on search_entries
  (place_id, rate_cents, professional_id) include (services, frequencies, rating);
create index search_entries_experience on search_entries
  (place_id, years_key desc, professional_id) include (rate_cents, services, frequencies, rating);
create index search_entries_newest on search_entries
  (place_id, created_at desc, professional_id) include (rate_cents, services, frequencies, rating);
