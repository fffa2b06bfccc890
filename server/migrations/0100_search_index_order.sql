-- Columns of fixed length come first: PostgreSQL finds their places in an index row without reading those before them.
-- rule: search-time-entries
drop index search_entries_time;
create index search_entries_time on search_entries (place_id, zone, professional_id) include (
  rate_cents, services, frequencies, rating, rating_key, years_key, created_at, languages, traits,
  stated, instant, notice_hours, horizon_days, lengths, first_day,
  plan_1, plan_2, plan_3, plan_4, plan_5, plan_6, plan_7,
  service_rates, service_minimums
);
