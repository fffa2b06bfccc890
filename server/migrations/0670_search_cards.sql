-- The fields of a listed professional's card as JSON text without its closing brace, so that a search joins to it what
-- changes with the clock. It is written with the search entries. rule: search-finds-listed
create table search_cards (
  user_id uuid primary key references professionals on delete cascade,
  fields text not null
) with (autovacuum_vacuum_scale_factor = 0.02, toast_tuple_target = 8160);
alter table search_cards alter column fields set storage main;

insert into search_cards (user_id, fields)
select professionals.user_id, (
  select left(row_to_json(card)::text, -1) || case when (
  select jsonb_build_object('rates_from', true) where exists (
    select from offer_services where professional_id = card.user_id and service_type = any(card.services_offered)
      and hourly_rate_cents > round((card.hourly_rate * 100)::numeric)
  )) is null then '' else ',"rates_from":true' end
  from (select 
  professionals.user_id,
  slug,
  full_name,
  business_name,
  json_build_object('first_name', users.first_name, 'last_name', users.last_name) as user_details,
  case when total_reviews = 0 then 0 else rating_sum::float8 / total_reviews end as rating,
  total_reviews,
  hourly_rate_cents::float8 / 100 as hourly_rate,
  background_check_status = 'approved' as "isBackgroundCheckVerified",
  case when background_check_status = 'rejected' then 'not_submitted' else background_check_status end as background_check_status,
  background_check_status = 'approved' and background_check_simulated as background_check_simulated,
  '/api/uploads/' || profile_image as profile_image_url,
  services as services_offered,
  array(
    select label from professional_areas where professional_id = professionals.user_id order by position
  ) as service_areas,
  array(
    select '/api/uploads/' || file from unnest(gallery_images) with ordinality as image (file, position) order by position
  ) as gallery_images,
  bio,
  years_experience,
  employees_count,
  social_media_url,
  coalesce(offers.languages, array[users.language]) as languages,
  coalesce(brings <> 'no', false) as brings_supplies,
  coalesce(eco_products, false) as eco_products,
  coalesce(pets_ok, false) as pets_ok,
  latest_reviews as reviews) as card)
from professionals join users on users.id = professionals.user_id
  left join offers on offers.professional_id = professionals.user_id
where professionals.user_id in (select professional_id from search_entries);
