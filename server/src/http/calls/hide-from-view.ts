/**
 * The fields that an operator reads in a view. All others are empty: messages, streets, the digits of a number, what a
 * client wrote about a visit, and whatever is new until it is named here. rule: seeing-as-a-person
 */
const SHOWN: ReadonlySet<string> = new Set(
  `
  about action after_url alternatives amount amount_paid answer answered_at appeal as_agreed as_described as_of at
  background_check background_check_simulated background_check_status badges balance base_zip basis bathrooms
  bedrooms before_edit before_url billing_history bio biweekly blocked book_again booked booking booking_date
  booking_id booking_time bookings brings brings_supplies business_name by cancelled cancelled_at cancelled_by
  cancelled_late checked_at city claims clashes cleaning_frequency cleaning_type client client_details client_name
  client_id client_notes client_reliability closed code come_again comment completed completed_bookings consented_pairs
  contradicted conversation_id conversations covers created_at credits date decisions deleted description discounts disputed
  earlier earnings eco_products edited_at email email_verified employees_count enabled ends_at entries
  estimated_hours event expires_at extra extras final_amount first_name floors frequencies_offered frequency from full_name
  gallery_images grace_until has_more has_older height held history home home_id hourly_rate hours href id
  identity_status image images included instant instant_booking insurance_status insurer invoice_id invoice_url
  isBackgroundCheckVerified isSubscribed is_active keeps_visits kept kind label language languages last_event last_message_kind
  last_message_time last_name late_cancellations lead leadCredits lead_cost leaves_unanswered lines locked may
  may_answer_hours may_appeal may_move may_send measured median_answer_minutes mine min_hours minimum_hours minutes month
  monthly name net_amount net_hour net_per_hour newer_home next_grant_at next_visit no no_shows note notice_hours notices offer
  on_time on_time_of other_user_id other_user_image_url other_user_name other_user_role others outcome outside
  outside_hours paidLeads paid_as_agreed paused_until payment payments payments_simulated pending_bookings
  pending_email percent period_end period_start pets pets_ok phone photo_missing photos placeholder plan preferred_date
  preferred_time price prices professional professional_profile professionals profile profile_image_url proposal rate
  rates_from rating reachable read reason reason_code reason_text recent_bookings reclean_of reliability requested
  review_facts reviewerName reviews role same sample search sequence series service_areas service_rate service_type
  services services_offered setup simulated since slug social_data social_media_url square_feet stage stands_at starts_at
  state stats status subscriptionStartDate supplies supplies_at_home supplies_cost suspended switched_on tags text
  time_zone times_stated title to todays_visits topic total totalLeads total_amount total_bookings total_reviews
  totals travel_cost travel_miles travel_minutes type unread unread_count until url user_details user_id value
  verification_notice verification_rejected_at verification_status verified_hire version viewed_until visit visits
  waiting waiting_leads waiting_total week_booked week_completed weekly what where width window_days work_minutes year years_experience yes
  zip_code
`
    .trim()
    .split(/\s+/),
)

/** Screens tell these from an empty text. */
const ABSENT: ReadonlySet<string> = new Set(['last_message', 'ssn_last4'])

/** An answer as an operator reads it who sees what a person sees. rule: seeing-as-a-person */
export function hideFromView(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(hideFromView)
  if (typeof answer !== 'object' || answer === null || answer instanceof Date) return answer
  return Object.fromEntries(
    Object.entries(answer).map(([name, value]) => {
      if (SHOWN.has(name)) return [name, hideFromView(value)]
      return [name, ABSENT.has(name) ? null : emptied(value)]
    }),
  )
}

/** A value of the same kind that tells nothing. */
function emptied(value: unknown): unknown {
  if (typeof value === 'string') return ''
  if (typeof value === 'number') return 0
  if (typeof value === 'boolean') return false
  if (Array.isArray(value)) return []
  if (typeof value !== 'object' || value === null || value instanceof Date) return null
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, emptied(part)]))
}
