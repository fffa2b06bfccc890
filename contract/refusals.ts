import errors from './locales/en/errors.json' with { type: 'json' }

/** The HTTP status of every refusal of the API. */
const STATUSES = {
  // Any call
  not_signed_in: 401,
  not_yours: 403,
  foreign_origin: 403,
  not_found: 404,
  method_not_allowed: 405,
  body_too_large: 413,
  unsupported_body: 415,
  bad_json: 400,
  bad_request: 400,
  invalid_input: 422,
  idempotency_key_reused: 422,
  too_many_requests: 429,
  overloaded: 503,
  unavailable: 503,
  storage_full: 507,
  unexpected: 500,

  // Identity
  invalid_credentials: 401,
  email_taken: 409,
  first_name_required: 422,
  last_name_required: 422,
  email_invalid: 422,
  phone_required: 422,
  phone_invalid: 422,
  role_invalid: 422,
  password_required: 422,
  password_too_short: 422,
  password_too_long: 422,
  password_too_common: 422,
  password_obvious: 422,
  password_breached: 422,
  wrong_password: 403,
  invalid_reset_token: 400,
  invalid_verification_token: 400,

  // Account settings and sessions
  account_suspended: 403,
  account_changed: 409,
  session_not_found: 404,

  // Second factors and confirmation
  second_factor_required: 401,
  second_factor_wrong: 401,
  code_wrong: 422,
  attempt_ended: 401,
  passkey_refused: 401,
  confirm_first: 403,
  already_so: 409,
  link_ended: 404,
  view_is_read_only: 403,
  refund_under_way: 409,
  not_refundable: 409,
  not_enough_credits: 409,
  passkeys_unavailable: 409,
  too_many_passkeys: 409,

  // Professionals and search
  professional_not_found: 404,
  zip_required: 422,
  search_filter_invalid: 422,

  // The nine checks of the profile form (contract/market/profile-checks.ts). rule: profile-checks
  full_name_required: 422,
  bio_required: 422,
  hourly_rate_invalid: 422,
  hourly_rate_too_high: 422,
  service_required: 422,
  area_required: 422,
  photo_required: 422,
  ssn_invalid: 422,
  social_media_url_invalid: 422,
  profile_image_too_large: 422,
  gallery_full: 422,
  gallery_image_too_large: 422,

  // Bookings
  clients_only_book: 403,
  professional_not_accepting: 409,
  service_not_offered: 422,
  date_invalid: 422,
  time_invalid: 422,
  time_in_past: 422,
  date_too_far: 422,
  time_skipped: 422,
  address_required: 422,
  city_required: 422,
  state_required: 422,
  zip_unknown: 422,
  state_not_of_zip: 422,
  home_not_served: 422,
  hours_invalid: 422,
  service_type_invalid: 422,
  frequency_invalid: 422,
  frequency_not_offered: 422,
  notes_too_long: 422,
  booking_not_found: 404,
  only_professional_updates: 403,
  activate_to_accept: 403,
  booking_already_moved: 409,
  booking_started: 409,
  booking_not_started: 409,
  booking_overlap: 409,
  booking_too_close: 409,
  professional_paused: 409,
  outside_hours: 409,
  instant_not_offered: 409,
  email_not_verified: 403,
  reason_required: 422,
  same_time: 422,
  proposal_not_found: 404,
  proposal_open: 409,
  proposal_over: 409,
  too_many_proposals: 409,
  slot_taken: 409,
  reason_code_invalid: 422,
  series_invalid: 422,
  series_date_invalid: 422,
  pause_invalid: 422,
  rate_notice: 422,
  series_not_found: 404,
  series_conflicts: 409,
  series_not_active: 409,
  change_open: 409,
  change_over: 409,
  agreement_not_made: 409,
  agreement_changed: 409,
  status_invalid: 422,

  // Reviews
  clients_only_review: 403,
  already_reviewed: 409,
  rating_invalid: 422,
  review_title_required: 422,
  review_title_too_long: 422,
  review_comment_required: 422,
  review_comment_too_long: 422,
  professionals_only_answer: 403,
  answer_link_ended: 404,
  report_open: 409,
  visit_not_over: 409,
  too_late: 409,
  text_too_short: 422,
  review_edited: 409,
  review_not_found: 404,
  review_already_answered: 409,
  review_answer_required: 422,
  review_answer_too_long: 422,

  // Contact form
  topic_required: 422,
  name_required: 422,
  support_text_too_long: 422,

  // Payments and leads
  lead_locked: 402,
  // A lead whose credit came back: no credit opens it.
  lead_closed_cancelled: 402,
  lead_closed_silent: 402,
  lead_closed_no_word: 402,
  profile_incomplete: 409,
  subscription_active: 409,
  month_paid: 409,
  no_subscription: 409,
  activate_to_buy_leads: 403,
  payment_parameters_invalid: 400,
  payment_not_completed: 409,
  payments_unavailable: 503,
  invoice_not_found: 404,
  checkout_not_found: 404,
  checkout_over: 409,
  signature_invalid: 400,

  // Dashboard
  professionals_only: 403,
  clients_only: 403,
  activate_to_share: 403,
  account_not_found: 404,

  // Saving the profile
  form_required: 415,
  form_unreadable: 400,
  full_name_too_long: 422,
  business_name_too_long: 422,
  bio_too_long: 422,
  area_unknown: 422,
  too_many_areas: 422,
  years_invalid: 422,
  employees_invalid: 422,
  profile_changed: 409,
  complete_profile_first: 409,

  // Offer
  offer_invalid: 422,
  offer_changed: 409,
  extra_not_offered: 422,
  supplies_not_offered: 422,
  extras_too_long: 422,

  // Time
  plan_invalid: 422,
  rules_invalid: 422,
  exception_invalid: 422,
  period_invalid: 422,
  too_many_exceptions: 409,
  range_invalid: 422,
  hours_below_minimum: 422,
  hours_first: 409,
  time_changed: 409,

  // Busy times
  calendar_unreadable: 422,
  calendar_too_large: 422,
  feed_address_refused: 422,
  too_many_calendars: 409,
  calendar_not_found: 404,

  // Verification
  ssn_required: 422,
  ssn_taken: 409,
  ssn_verified: 409,
  consent_outdated: 422,
  document_required: 422,
  document_type: 422,
  document_expired: 422,
  document_too_large: 422,
  references_required: 422,

  // Pictures
  image_required: 422,
  image_unreadable: 422,
  image_too_large_to_open: 422,
  image_not_found: 404,

  // Homes
  home_not_found: 404,
  home_differs: 422,
  homes_full: 409,
  home_changed: 409,
  photos_full: 409,

  // Access details
  access_empty: 404,
  access_not_accepted: 409,
  access_ended: 409,
  access_not_yet: 409,
  hours_settled: 409,
  hours_changed: 409,
  receipt_not_ready: 409,
  access_over: 409,

  // Visits
  stage_time_invalid: 422,
  stage_order: 409,
  stage_too_early: 409,
  stage_too_late: 409,
  stage_undo_over: 409,
  photo_published: 409,
  pair_asked: 409,
  visit_not_finished: 409,

  // Problems of visits
  problem_open: 409,
  problem_moved: 409,
  report_too_early: 409,
  report_too_late: 409,
  no_show_not_arrived: 409,
  no_show_arrived: 409,
  no_show_contact_first: 409,

  // Safety check-in
  safety_contact_missing: 409,
  safety_contact_declined: 409,

  // Letters to other people
  first_visit_first: 409,
  address_has_letters: 429,

  // Messages
  clients_only_contact: 403,
  client_contacts_first: 403,
  professional_not_accepting_messages: 409,
  message_empty: 422,
  message_too_long: 422,
  message_image_too_large: 422,
  conversation_blocked: 403,
  too_many_contacts: 429,

  // Operators
  other_operator_needed: 403,
  case_taken: 409,
  case_closed: 409,
  claim_first: 409,
  decide_first: 409,
} as const

export type RefusalCode = keyof typeof STATUSES

/** The English sentences, which the web has too. */
const DETAILS: Record<RefusalCode, string> = errors

/** The sentences whose values the server knows: it fills the braces, and sends the values as `params` too. */
const DETAILS_WITH_VALUES: Partial<Record<RefusalCode, string>> = {
  invalid_input: 'Please check the {field}.',
  password_too_short: 'Password must be at least {min} characters long.',
  gallery_image_too_large: '{file} is too large. Maximum 5MB per image.',
  home_not_served:
    "This professional doesn't serve {zip_code}. Search this ZIP code to see who does.",
  professional_paused: "This professional isn't taking new clients before {paused_until}.",
  area_unknown: "We can't find the place {area}. Please choose it from the list.",
  hours_below_minimum: 'This professional has a {min_hours}-hour minimum.',
}

/**
 * Every refusal of the API: its HTTP status, the English sentence of `detail`, and `detailWith`, the sentence with
 * values. Screens translate by the code. rule: error-shape
 */
export const REFUSALS = Object.fromEntries(
  Object.entries(STATUSES).map(([name, status]) => {
    const code = name as RefusalCode
    return [code, { status, detail: DETAILS[code], detailWith: DETAILS_WITH_VALUES[code] }]
  }),
) as Record<RefusalCode, { status: number; detail: string; detailWith: string | undefined }>

/**
 * The values that a refusal is about, such as `{ area: 'Austin, XX' }`, so that programs need not parse the sentence.
 */
export type RefusalParams = Record<string, string>

/**
 * One validation failure in a `detail` that is a list, for endpoints with `listsAllFailures`. `msg` is its sentence,
 * `loc` the path of the field, and `type` a refusal code.
 */
export type FieldProblem = { msg: string; loc: (string | number)[]; type: string }

/** The body of every refusal. rule: error-shape */
export type RefusalBody = {
  detail: string | FieldProblem[]
  code: RefusalCode
  params?: RefusalParams
  /** Objects that the refusal is about, such as the proposal that is already open. */
  [about: string]: unknown
}
