-- What a search can ask of an offer, in the rows that it reads, so that totals stay exact. rule: search-offers
alter table search_entries
  -- One bit for each language, in the order of SPOKEN_LANGUAGES.
  add column languages smallint not null default 1,
  -- Brings supplies 1, eco products 2, fine with pets 4, verified 8.
  add column traits smallint not null default 0,
  -- In cents, in the order of SERVICE_TYPES; null if no service costs more than the profile says.
  add column service_rates integer[],
  -- The hours of the shortest visits, in the same order; null if every service comes for one hour.
  add column service_minimums smallint[];

update search_entries as entry
set languages = case users.language when 'es' then 2 when 'pt' then 4 else 1 end,
  traits = case when background_check_status = 'approved' then 8 else 0 end
from professionals join users on users.id = professionals.user_id
where professionals.user_id = entry.professional_id;

drop index search_entries_rating, search_entries_price, search_entries_experience, search_entries_newest,
  search_entries_time;
create index search_entries_rating on search_entries (place_id, rating_key desc, professional_id)
  include (rate_cents, services, frequencies, rating, languages, traits, service_rates);
create index search_entries_price on search_entries (place_id, rate_cents, professional_id)
  include (services, frequencies, rating, languages, traits, service_rates);
create index search_entries_experience on search_entries (place_id, years_key desc, professional_id)
  include (rate_cents, services, frequencies, rating, languages, traits, service_rates);
create index search_entries_newest on search_entries (place_id, created_at desc, professional_id)
  include (rate_cents, services, frequencies, rating, languages, traits, service_rates);
create index search_entries_time on search_entries (place_id, zone, professional_id) include (
  rate_cents, services, frequencies, rating, rating_key, years_key, created_at,
  languages, traits, service_rates, service_minimums,
  stated, instant, notice_hours, horizon_days, lengths, first_day,
  plan_1, plan_2, plan_3, plan_4, plan_5, plan_6, plan_7
);

-- An offer is part of the card. Its services and extras are written with its row.
create trigger offers_card_inserted after insert on offers
  referencing new table as changed for each statement execute function card_changed('professional_id');
create trigger offers_card_updated after update on offers
  referencing new table as changed for each statement execute function card_changed('professional_id');
create trigger offers_card_deleted after delete on offers
  referencing old table as changed for each statement execute function card_changed('professional_id');
