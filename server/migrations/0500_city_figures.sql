-- Figures of each city that a listed professional serves, and the number of all listed professionals, so that no
-- request counts. The job 'count-cities' writes them. rule: city-figures
create table city_figures (
  city_id integer primary key,
  professionals integer not null check (professionals > 0),
  lowest_rate_cents integer not null,
  rating_sum bigint not null,
  total_reviews bigint not null
);
create table listed_figures (
  one boolean primary key default true check (one),
  professionals integer not null
);

-- Places whose figures may have changed since they were counted. Rows are only added here, in the transaction of the
-- change, so that it waits for nobody.
create table city_figures_due (place_id integer not null);
create index city_figures_due_place on city_figures_due (place_id);
create or replace function note_place_changes(places integer[]) returns void language sql as $$
  insert into place_changes (place_id) select distinct place_id from unnest(places) as changed (place_id);
  insert into city_figures_due (place_id) select distinct place_id from unnest(places) as changed (place_id);
$$;

insert into city_figures
select city_id, count(*), min(hourly_rate_cents), sum(rating_sum), sum(total_reviews)
from (
  select distinct coalesce(zips.city_id, entry.place_id) as city_id, professional_id
  from search_entries as entry left join zips using (place_id)
) as serving join professionals on user_id = professional_id
group by 1;
insert into listed_figures (professionals) select count(*) from subscriptions where status <> 'lapsed';

-- Where the parts of a large sitemap begin. The job 'divide-sitemap' writes them. rule: sitemap
create table sitemap_parts (first_slug text primary key);
insert into sitemap_parts
select case number when 1 then '' else slug end from (
  select slug, row_number() over (order by slug) as number from professionals
  where exists (select from subscriptions where professional_id = user_id and status <> 'lapsed')
) as numbered
where number % 2250 = 1;
