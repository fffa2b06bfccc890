/** The tables of PUBLIC_COLUMNS_SQL. */
export const PUBLIC_TABLES_SQL = `professionals join users on users.id = professionals.user_id
  left join offers on offers.professional_id = professionals.user_id`

/**
 * The columns that the public may see of a professional, for SQL over PUBLIC_TABLES_SQL. A rejected check
 * reads 'not_submitted'. `reviews` are the latest counted ones. rule: public-fields, verification-states
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

/**
 * SQL over a row `card` with a user_id: what the public may know of the working hours as a JSON object, which
 * has only what applies, or null. rule: working-hours
 */
export const PUBLIC_TIMES_SQL = `(
  select nullif(jsonb_strip_nulls(jsonb_build_object(
    'times_stated', case when stated then true end,
    'instant_booking', case when instant_booking = 'verified' then true end,
    'min_hours', case when min_hours > 1 then min_hours end,
    'paused_until', paused_until
  )), '{}')
  from professional_times where professional_id = card.user_id)`

/**
 * SQL over a row `card` of PUBLIC_COLUMNS_SQL: whether a service costs more than the profile says. rule: offer
 */
export const PUBLIC_RATES_SQL = `(
  select jsonb_build_object('rates_from', true) where exists (
    select from offer_services where professional_id = card.user_id and service_type = any(card.services_offered)
      and hourly_rate_cents > round((card.hourly_rate * 100)::numeric)
  ))`

/**
 * SQL over PUBLIC_TABLES_SQL: the fields of a card that commands of the professional change, as JSON text without its
 * closing brace. `search_cards` stores it; working hours and reliability are read with it.
 */
export const CARD_FIELDS_SQL = `(
  select left(row_to_json(card)::text, -1) || case when ${PUBLIC_RATES_SQL} is null then '' else ',"rates_from":true' end
  from (select ${PUBLIC_COLUMNS_SQL}) as card)`

/**
 * SQL over a row `card` of search_cards: the text of a whole card. `more` is SQL of a JSON object with at least one
 * field, which is added.
 */
export function storedCardSql(more: string): string {
  return `(card.fields || ',' || substr((coalesce(${PUBLIC_TIMES_SQL}, '{}') || ${more})::text, 2))`
}
