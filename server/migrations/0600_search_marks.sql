-- Whatever changes a professional's time or places marks them in search_times_due, and whatever changes the figures of
-- a city marks the place in city_figures_due. Rows are only added, in the transaction of the change, so that it waits
-- for nobody. rule: search-time-entries, city-figures
create function search_time_changed() returns trigger language plpgsql as $$
begin
  insert into search_times_due values (coalesce(new.professional_id, old.professional_id));
  return null;
end $$;
create trigger professional_times_search after insert or update or delete on professional_times
  for each row execute function search_time_changed();
create trigger working_hours_search after insert or update or delete on working_hours
  for each row execute function search_time_changed();
create trigger time_exceptions_search after insert or update or delete on time_exceptions
  for each row execute function search_time_changed();
create trigger busy_times_search after insert or update or delete on busy_times
  for each row execute function search_time_changed();

-- Only accepted visits take time away: a request changes nothing.
create function visit_time_changed() returns trigger language plpgsql as $$
begin
  if 'accepted' in (old.status, new.status) then
    insert into search_times_due values (coalesce(new.professional_id, old.professional_id));
  end if;
  return null;
end $$;
create trigger bookings_search after insert or update of status, starts_at, ends_at, zip_code or delete on bookings
  for each row execute function visit_time_changed();

-- Each coming date of an active series takes time away; a request does not.
create trigger series_search after update on series
  for each row when (new.status <> 'requested') execute function search_time_changed();
create function series_dates_changed() returns trigger language plpgsql as $$
begin
  insert into search_times_due
  select professional_id from series where id = coalesce(new.series_id, old.series_id) and status <> 'requested';
  return null;
end $$;
create trigger series_terms_search after insert or update or delete on series_terms
  for each row execute function series_dates_changed();
create trigger series_visits_search after insert or update or delete on series_visits
  for each row execute function series_dates_changed();

-- A new entry has no plan and no days yet.
create function search_places_changed() returns trigger language plpgsql as $$
begin
  insert into search_times_due values (coalesce(new.professional_id, old.professional_id));
  insert into city_figures_due values (coalesce(new.place_id, old.place_id));
  return null;
end $$;
create trigger search_entries_search after insert or delete on search_entries
  for each row execute function search_places_changed();

create function city_figures_changed() returns trigger language plpgsql as $$
begin
  insert into city_figures_due select place_id from search_entries where professional_id = new.user_id;
  return null;
end $$;
create trigger professionals_figures after update of hourly_rate_cents, rating_sum, total_reviews on professionals
  for each row when (
    (old.hourly_rate_cents, old.rating_sum, old.total_reviews)
      is distinct from (new.hourly_rate_cents, new.rating_sum, new.total_reviews)
  ) execute function city_figures_changed();

-- Servers of the release before do not mark whoever orders their areas anew, which can change the own zone.
create trigger professional_areas_search after insert or update or delete on professional_areas
  for each row execute function search_time_changed();
