-- Needs 0585_price_of_subscriptions.sql.
-- No server reads versions of places and of free times any more, so nobody writes them. Servers of before the named
-- migration answer from memory under these versions.
drop function search_entries_changed(), search_entries_inserted(), search_entries_updated(), search_time_due(),
  card_changed(), times_card_changed(), reliability_updated(), reliability_inserted(),
  time_changed(), accepted_visits_written(), accepted_visits_updated(), series_written(), dates_of_series_written(),
  reach_changed(), profile_changed(), suspension_changed() cascade;
drop function note_card_changes(uuid[]), note_reliability_changes(uuid[]), lock_against_listings(uuid[]),
  listing_locks(uuid[]);

with marked as (delete from professional_figures_due returning professional_id)
insert into city_figures_due
select place_id from search_entries where professional_id in (select professional_id from marked);
