-- Outside a transaction.
-- Searches are sorted in memory, and one without memory reads all entries of its places anyway, to count them. So one
-- index is enough for all orders, and a changed entry is written to three indexes instead of six. It has the order of
-- pages of cities, which read only the best-rated ones. rule: search-kept-answers, city-facts
drop index concurrently if exists search_entries_best;
create index concurrently search_entries_best on search_entries (place_id, rating_key desc, professional_id)
  include (rate_cents, services, frequencies, rating, years_key, created_at, languages, traits, service_rates);
drop index concurrently if exists search_entries_rating;
drop index concurrently if exists search_entries_price;
drop index concurrently if exists search_entries_experience;
drop index concurrently if exists search_entries_newest;
