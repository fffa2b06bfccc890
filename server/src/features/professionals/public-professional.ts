import type { ServiceType } from '#contract/product.ts'

/** The tables of PUBLIC_COLUMNS_SQL. */
export const PUBLIC_TABLES_SQL = `professionals join users on users.id = professionals.user_id
  left join offers on offers.professional_id = professionals.user_id`

/**
 * The columns that the public may see of a professional, for SQL over PUBLIC_TABLES_SQL. A rejected check
 * reads 'not_submitted'. `reviews` are the latest counted ones. rule: public-fields, rejection-private
 */
export const PUBLIC_COLUMNS_SQL = `
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
  latest_reviews as reviews`

/** PUBLIC_COLUMNS_SQL with the rate of the service that a search names. rule: search-offers, effective-rate */
export function foundColumnsSql(service: ServiceType | undefined): string {
  if (service === undefined) return PUBLIC_COLUMNS_SQL
  return `${PUBLIC_COLUMNS_SQL}, greatest(professionals.hourly_rate_cents, (
    select hourly_rate_cents from offer_services
    where offer_services.professional_id = professionals.user_id and service_type = '${service}'
  ))::float8 / 100 as service_rate`
}

/**
 * SQL over a row `card` of PUBLIC_COLUMNS_SQL: what the public may know of the working hours as a JSON object, which
 * has only what applies, or null. rule: public-times
 */
export const PUBLIC_TIMES_SQL = `(
  select nullif(jsonb_strip_nulls(jsonb_build_object(
    'times_stated', case when stated then true end,
    'instant_booking', case when instant_booking = 'verified' then true end,
    'min_hours', case when min_hours > 1 then min_hours end,
    'paused_until', paused_until
  )), '{}')
  from professional_times where professional_id = card.user_id)`

/** SQL in the same way: whether a service costs more than the profile says. rule: effective-rate */
export const PUBLIC_RATES_SQL = `(
  select jsonb_build_object('rates_from', true) where exists (
    select from offer_services where professional_id = card.user_id and service_type = any(card.services_offered)
      and hourly_rate_cents > round((card.hourly_rate * 100)::numeric)
  ))`

/**
 * SQL: the row `card` and what PUBLIC_TIMES_SQL and PUBLIC_RATES_SQL add, as the text of one JSON object. The texts are
 * joined, because jsonb would take much longer, and OFFSET 0 keeps each part from being computed twice. `more` is SQL
 * of a JSON object with at least one field, which is added too.
 */
export function cardTextSql(more: string): string {
  const added = [`coalesce(${PUBLIC_TIMES_SQL}, '{}')`, `coalesce(${PUBLIC_RATES_SQL}, '{}')`, more]
  // left(card_text, -1) would count the characters of the text twice: a seventh of the time of a card.
  const open = `convert_from(substr(convert_to(card_text, 'UTF8'), 1, octet_length(card_text) - 1), 'UTF8')`
  return `(
  select ${open} || ',' || substr(added, 2)
  from (
    select row_to_json(card)::text as card_text,
      (${added.join(' || ')})::text as added
    offset 0
  ) as parts)`
}
