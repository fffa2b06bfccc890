/**
 * Every refusal of the API: its HTTP status and the English sentence of `detail`. Screens translate by the code.
 * `detailWith` is the sentence when the server knows the values in its braces; it sends them as `params` too.
 * rule: error-shape
 */
export const REFUSALS = {
  // Any call
  not_signed_in: { status: 401, detail: 'Please log in to continue.' },
  not_yours: { status: 403, detail: 'This belongs to another account.' },
  foreign_origin: { status: 403, detail: 'This request came from another site and was refused.' },
  not_found: { status: 404, detail: 'Not found' },
  method_not_allowed: { status: 405, detail: 'This cannot be done at this address.' },
  body_too_large: { status: 413, detail: 'What you sent is too large.' },
  unsupported_body: { status: 415, detail: 'Send this as JSON.' },
  bad_json: {
    status: 400,
    detail: 'The request could not be read. Please check it and send it again.',
  },
  bad_request: {
    status: 400,
    detail: 'The request could not be read. Please check it and send it again.',
  },
  invalid_input: {
    status: 422,
    detail: 'Please check what you entered.',
    detailWith: 'Please check the {field}.',
  },
  idempotency_key_reused: {
    status: 422,
    detail: 'This Idempotency-Key was already used with another request.',
  },
  too_many_requests: {
    status: 429,
    detail: 'Too many attempts. Please wait a little and try again.',
  },
  overloaded: { status: 503, detail: 'We are very busy right now. Please try again in a moment.' },
  unavailable: {
    status: 503,
    detail: 'We cannot reach our data right now. Please try again in a moment.',
  },
  storage_full: {
    status: 507,
    detail: 'We have no room to store this right now. Please try again later.',
  },
  unexpected: { status: 500, detail: 'Something went wrong on our side. Please try again.' },

  // Identity
  invalid_credentials: { status: 401, detail: 'Invalid email or password' },
  email_taken: { status: 409, detail: 'An account with this email already exists.' },
  first_name_required: { status: 422, detail: 'Please enter your first name.' },
  last_name_required: { status: 422, detail: 'Please enter your last name.' },
  email_invalid: { status: 422, detail: 'Please enter a valid email address.' },
  phone_required: { status: 422, detail: 'Please enter your phone number.' },
  phone_invalid: { status: 422, detail: 'Please enter a valid phone number.' },
  role_invalid: {
    status: 422,
    detail: 'Please choose whether you want to find or offer cleaning services.',
  },
  password_required: { status: 422, detail: 'Please enter your password.' },
  password_too_short: {
    status: 422,
    detail: 'Password must be at least 8 characters long.',
    detailWith: 'Password must be at least {min} characters long.',
  },
  password_too_long: { status: 422, detail: 'Password must be at most 200 characters long.' },
  password_too_common: {
    status: 422,
    detail: 'This password is used by many people and easy to guess. Please choose another one.',
  },
  password_obvious: {
    status: 422,
    detail: 'Please choose a password without your name, your email or the name of this product.',
  },
  password_breached: {
    status: 422,
    detail: 'This password has appeared in a data breach. Please choose another one.',
  },
  wrong_password: { status: 403, detail: 'The current password is not right.' },
  invalid_reset_token: { status: 400, detail: 'Invalid or expired reset token' },
  invalid_verification_token: {
    status: 400,
    detail: 'This link is invalid or has expired. Ask for a new one.',
  },

  // Account settings and sessions
  account_suspended: {
    status: 403,
    detail: 'Your account is suspended. You can read why and ask another operator to look at it.',
  },
  account_changed: {
    status: 409,
    detail:
      'Your account was changed on another device in the meantime. Nothing was overwritten. Please look at what is saved now and save again.',
  },
  session_not_found: { status: 404, detail: 'This session has ended already.' },

  // Second factors and confirmation
  second_factor_required: { status: 401, detail: 'Please confirm with your passkey or a code.' },
  second_factor_wrong: { status: 401, detail: 'This code is not right. Please try again.' },
  code_wrong: { status: 422, detail: 'This code is not right. Please try again.' },
  attempt_ended: { status: 401, detail: 'Please log in again.' },
  passkey_refused: {
    status: 401,
    detail: 'This passkey could not be used here. Please try another way.',
  },
  confirm_first: { status: 403, detail: 'Please confirm first that it is you.' },
  already_so: { status: 409, detail: 'It is so already.' },
  link_ended: { status: 404, detail: 'This link has been used or has ended.' },
  view_is_read_only: {
    status: 403,
    detail: "You are viewing another person's account. Nothing can be changed.",
  },
  refund_under_way: { status: 409, detail: 'This payment is being refunded already.' },
  not_refundable: { status: 409, detail: 'This payment cannot be refunded.' },
  not_enough_credits: { status: 409, detail: 'There are not that many credits.' },
  passkeys_unavailable: { status: 409, detail: 'Passkeys cannot be used at this address.' },
  too_many_passkeys: { status: 409, detail: 'You have ten passkeys already.' },

  // Professionals and search
  professional_not_found: { status: 404, detail: 'This professional is not available.' },
  zip_required: { status: 422, detail: 'Please enter a ZIP code' },
  search_filter_invalid: { status: 422, detail: 'One of the search filters is not valid.' },

  // The nine checks of the profile form (contract/profile-checks.ts). rule: profile-checks
  full_name_required: {
    status: 422,
    detail: 'Please enter your full name as you want it displayed publicly',
  },
  bio_required: { status: 422, detail: 'Please add a bio describing your cleaning services' },
  hourly_rate_invalid: { status: 422, detail: 'Please set a valid hourly rate (minimum $15/hour)' },
  hourly_rate_too_high: {
    status: 422,
    detail: 'Please set a valid hourly rate (maximum $200/hour)',
  },
  service_required: { status: 422, detail: 'Please select at least one service you offer' },
  area_required: {
    status: 422,
    detail: 'Please select at least one service area (city/ZIP code)',
  },
  photo_required: {
    status: 422,
    detail: 'Please upload a profile photo - this helps clients trust and recognize you',
  },
  ssn_invalid: {
    status: 422,
    detail: 'Please enter a valid Social Security Number (XXX-XX-XXXX format)',
  },
  social_media_url_invalid: {
    status: 422,
    detail:
      'Please enter a valid social media URL (Instagram, TikTok, LinkedIn, Facebook, or Twitter)',
  },
  profile_image_too_large: { status: 422, detail: 'Profile image must be less than 5MB' },
  gallery_full: { status: 422, detail: 'Maximum 5 gallery images allowed' },
  gallery_image_too_large: {
    status: 422,
    detail: 'A gallery image is too large. Maximum 5MB per image.',
    detailWith: '{file} is too large. Maximum 5MB per image.',
  },

  // Bookings
  clients_only_book: { status: 403, detail: 'Please login as a client to book services' },
  professional_not_accepting: {
    status: 409,
    detail: 'This professional is not accepting bookings right now.',
  },
  service_not_offered: { status: 422, detail: 'This professional does not offer that service.' },
  date_invalid: { status: 422, detail: 'Please choose a date.' },
  time_invalid: { status: 422, detail: 'Please choose a time.' },
  time_in_past: { status: 422, detail: 'Please choose a time in the future.' },
  date_too_far: { status: 422, detail: 'Please choose a date within the next 365 days.' },
  time_skipped: {
    status: 422,
    detail:
      'The clocks change that night and this time does not exist. Please choose another time.',
  },
  address_required: { status: 422, detail: 'Please enter the address.' },
  city_required: { status: 422, detail: 'Please enter the city.' },
  state_required: { status: 422, detail: 'Please enter the state.' },
  zip_unknown: { status: 422, detail: 'We do not know this ZIP code. Please check it.' },
  state_not_of_zip: {
    status: 422,
    detail: 'This ZIP code lies in another state. Please check both.',
  },
  home_not_served: {
    status: 422,
    detail: 'This professional does not come to this ZIP code. Search it to see who does.',
    detailWith:
      'This professional does not come to {zip_code}. Search this ZIP code to see who does.',
  },
  hours_invalid: { status: 422, detail: 'Please choose how many hours you need.' },
  service_type_invalid: { status: 422, detail: 'Please choose a service.' },
  frequency_invalid: { status: 422, detail: 'Please choose how often.' },
  frequency_not_offered: {
    status: 422,
    detail: 'This professional does not come that often. Please choose another frequency.',
  },
  notes_too_long: { status: 422, detail: 'Please keep the notes under 2,000 characters.' },
  booking_not_found: { status: 404, detail: 'Booking not found' },
  only_professional_updates: {
    status: 403,
    detail: 'Only the professional can update this booking',
  },
  activate_to_accept: { status: 403, detail: 'Activate your account to accept bookings' },
  booking_already_moved: {
    status: 409,
    detail: 'This booking has changed in the meantime and can no longer be moved that way.',
  },
  booking_started: { status: 409, detail: 'This visit has already begun.' },
  booking_not_started: {
    status: 409,
    detail: 'A booking can be completed only after it has started.',
  },
  booking_overlap: {
    status: 409,
    detail: 'You already accepted another booking at that time.',
  },
  booking_too_close: {
    status: 409,
    detail:
      'This is too close to another visit of yours. Shorten your pause between visits to accept it.',
  },
  professional_paused: {
    status: 409,
    detail: 'This professional takes no new clients at present.',
    detailWith: 'This professional takes no new clients before {paused_until}.',
  },
  outside_hours: {
    status: 409,
    detail:
      'This professional takes requests inside the stated hours only. Please choose one of the free times.',
  },
  instant_not_offered: {
    status: 409,
    detail: 'This professional does not take instant bookings from you. Please send a request.',
  },
  email_not_verified: { status: 403, detail: 'Please confirm your email address first.' },
  reason_required: { status: 422, detail: 'Please give a reason.' },
  same_time: { status: 422, detail: 'This is the time that is already agreed.' },
  proposal_not_found: { status: 404, detail: 'Not found' },
  proposal_open: { status: 409, detail: 'Something is already proposed. Please answer it first.' },
  proposal_over: {
    status: 409,
    detail: 'This proposal was answered or withdrawn, or has expired.',
  },
  too_many_proposals: {
    status: 409,
    detail: 'You have proposed 5 times for this booking. Please write a message, or cancel.',
  },
  slot_taken: { status: 409, detail: 'This time is not free any more. Please choose another one.' },
  reason_code_invalid: { status: 422, detail: 'Please choose a reason.' },
  series_invalid: { status: 422, detail: 'Please choose how often, and skip or move.' },
  series_date_invalid: { status: 422, detail: 'These regular visits have no such date.' },
  pause_invalid: {
    status: 422,
    detail: 'Please choose a first and a last day, from today on and not too far apart.',
  },
  rate_notice: { status: 422, detail: "A higher price needs 30 days' notice." },
  series_not_found: { status: 404, detail: 'Not found' },
  series_conflicts: {
    status: 409,
    detail: 'Some of the next visits do not fit. Please skip or move each of them.',
  },
  series_not_active: { status: 409, detail: 'These regular visits are not running.' },
  change_open: { status: 409, detail: 'Something is already proposed. Please answer it first.' },
  change_over: {
    status: 409,
    detail: 'This proposal was answered or withdrawn, or has expired.',
  },
  agreement_not_made: { status: 409, detail: 'The agreement comes with the acceptance.' },
  agreement_changed: {
    status: 409,
    detail: 'The agreement has changed. Please read the new version.',
  },
  status_invalid: { status: 422, detail: 'Please choose what should happen with the booking.' },

  // Reviews
  clients_only_review: { status: 403, detail: 'Only clients can leave reviews' },
  already_reviewed: { status: 409, detail: 'You have already reviewed this professional.' },
  rating_invalid: { status: 422, detail: 'Please choose from 1 to 5 stars.' },
  review_title_required: { status: 422, detail: 'Please give your review a title.' },
  review_title_too_long: {
    status: 422,
    detail: 'Please keep the title under 120 characters.',
  },
  review_comment_required: { status: 422, detail: 'Please write a comment.' },
  review_comment_too_long: {
    status: 422,
    detail: 'Please keep the comment under 4,000 characters.',
  },
  professionals_only_answer: { status: 403, detail: 'Only professionals can answer reviews' },
  answer_link_ended: {
    status: 404,
    detail: 'This link has been used, or the request is over. Log in to see your bookings.',
  },
  report_open: {
    status: 409,
    detail: 'You have reported this already. We are looking at it.',
  },
  visit_not_over: { status: 409, detail: 'You can write this once the visit is over.' },
  too_late: { status: 409, detail: 'The time for this is over.' },
  text_too_short: { status: 422, detail: 'Please write a little more.' },
  review_edited: { status: 409, detail: 'You have already edited this review.' },
  review_not_found: { status: 404, detail: 'Review not found' },
  review_already_answered: { status: 409, detail: 'You have already answered this review.' },
  review_answer_required: { status: 422, detail: 'Please write an answer.' },
  review_answer_too_long: {
    status: 422,
    detail: 'Please keep the answer under 2,000 characters.',
  },

  // Contact form
  topic_required: { status: 422, detail: 'Please choose what it is about.' },
  name_required: { status: 422, detail: 'Please enter your name.' },
  support_text_too_long: {
    status: 422,
    detail: 'Please keep the message under 4,000 characters.',
  },

  // Payments and leads
  lead_locked: {
    status: 402,
    detail: 'No lead credits left. Buy a lead to open this conversation.',
  },
  // A lead whose credit came back: no credit opens it.
  lead_closed_cancelled: {
    status: 402,
    detail: 'This client canceled and your credit came back. It opens again if they write or book.',
  },
  lead_closed_silent: {
    status: 402,
    detail:
      'This client did not answer and your credit came back. It opens again if they write or book.',
  },
  lead_closed_no_word: {
    status: 402,
    detail:
      'This client neither wrote nor booked and your credit came back. It opens again if they do.',
  },
  profile_incomplete: { status: 409, detail: 'Complete your profile first' },
  subscription_active: { status: 409, detail: 'Subscription already active' },
  month_paid: {
    status: 409,
    detail: 'This month is paid already. You can subscribe again when it ends.',
  },
  no_subscription: { status: 409, detail: 'No active subscription to cancel' },
  activate_to_buy_leads: { status: 403, detail: 'Activate your account before buying leads' },
  payment_parameters_invalid: { status: 400, detail: 'Invalid payment parameters' },
  payment_not_completed: { status: 409, detail: 'Payment not completed' },
  payments_unavailable: {
    status: 503,
    detail: 'Payments cannot be reached right now. Please try again in a moment.',
  },
  invoice_not_found: { status: 404, detail: 'Invoice not found' },
  checkout_not_found: { status: 404, detail: 'Checkout not found' },
  checkout_over: {
    status: 409,
    detail: 'This payment page is closed. Please go back and begin again.',
  },
  signature_invalid: { status: 400, detail: 'The signature of this event is not valid.' },

  // Dashboard
  professionals_only: { status: 403, detail: 'This page is for professionals.' },
  clients_only: { status: 403, detail: 'This page is for clients.' },
  activate_to_share: { status: 403, detail: 'Activate your account to share your profile' },
  account_not_found: {
    status: 404,
    detail: 'Professional account not found. Please contact support.',
  },

  // Saving the profile
  form_required: { status: 415, detail: 'Send this as a form (multipart/form-data).' },
  form_unreadable: {
    status: 400,
    detail: 'What you sent arrived incomplete. Please check your connection and try again.',
  },
  full_name_too_long: { status: 422, detail: 'Please keep your name under 100 characters.' },
  business_name_too_long: {
    status: 422,
    detail: 'Please keep the business name under 100 characters.',
  },
  bio_too_long: { status: 422, detail: 'Please keep your bio under 2,000 characters.' },
  area_unknown: {
    status: 422,
    detail: 'We do not know one of these places. Please choose it from the list.',
    detailWith: 'We do not know the place {area}. Please choose it from the list.',
  },
  too_many_areas: { status: 422, detail: 'Please choose at most 30 service areas.' },
  years_invalid: { status: 422, detail: 'Please choose your years of experience.' },
  employees_invalid: { status: 422, detail: 'Please choose how many people work with you.' },
  profile_changed: {
    status: 409,
    detail:
      'Your profile was changed on another device in the meantime. Nothing was overwritten. Please look at what is saved now and save again.',
  },
  complete_profile_first: { status: 409, detail: 'Complete your profile first' },

  // Offer
  offer_invalid: {
    status: 422,
    detail: 'Please check the prices, minutes and limits of your offer.',
  },
  offer_changed: {
    status: 409,
    detail:
      'This was changed on another device in the meantime. Nothing was overwritten. Please look again and save.',
  },

  extra_not_offered: {
    status: 422,
    detail: 'This professional does not offer that. Please look at the price again.',
  },
  supplies_not_offered: {
    status: 422,
    detail: 'This professional does not offer that. Please look at the price again.',
  },
  extras_too_long: {
    status: 422,
    detail: 'These extras need more time than you chose. Please choose more hours.',
  },

  // Time
  plan_invalid: {
    status: 422,
    detail:
      'Please give each interval in full or half hours, from earlier to later, without overlaps.',
  },
  rules_invalid: { status: 422, detail: 'One of these rules is out of range.' },
  exception_invalid: { status: 422, detail: 'Please check dates and hours.' },
  period_invalid: {
    status: 422,
    detail: 'Please choose a first and a last day, from today on and not too far apart.',
  },
  too_many_exceptions: {
    status: 409,
    detail: 'You can keep up to 200 exceptions. Please remove some first.',
  },
  range_invalid: { status: 422, detail: 'Please ask for at most 31 days, from today on.' },
  hours_below_minimum: {
    status: 422,
    detail: 'This professional comes for longer visits only. Please choose more hours.',
    detailWith: 'This professional comes for at least {min_hours} hours.',
  },
  hours_first: { status: 409, detail: 'Please state your hours first.' },
  time_changed: {
    status: 409,
    detail:
      'Your hours were changed on another device in the meantime. Nothing was overwritten. Please look at what is saved now and save again.',
  },

  // Busy times
  calendar_unreadable: {
    status: 422,
    detail: 'This is not a calendar we can read. Please choose an .ics file.',
  },
  calendar_too_large: {
    status: 422,
    detail: 'This calendar is too large. Export a shorter period.',
  },
  feed_address_refused: {
    status: 422,
    detail: 'This address cannot be read. Please give the private https address of your calendar.',
  },
  too_many_calendars: {
    status: 409,
    detail: 'You can add up to 3 calendars. Please remove one first.',
  },
  calendar_not_found: { status: 404, detail: 'Calendar not found' },

  // Verification
  ssn_required: { status: 422, detail: 'Please enter your Social Security Number' },
  ssn_taken: { status: 409, detail: 'This SSN is already registered.' },
  ssn_verified: {
    status: 409,
    detail:
      'Your number is verified and cannot be replaced. If it is wrong, please contact support.',
  },
  consent_outdated: {
    status: 422,
    detail:
      'The consent to the background check has changed. Please read it again and agree to it.',
  },

  document_required: { status: 422, detail: 'Please add a photo of the document.' },
  document_type: { status: 422, detail: 'Please send photos (JPEG, PNG, WebP or AVIF).' },
  document_expired: { status: 422, detail: 'This document has expired.' },
  document_too_large: { status: 422, detail: 'A photo of a document can have up to 10 MB.' },
  references_required: {
    status: 422,
    detail: 'Please name two different people with their email addresses.',
  },

  // Pictures
  image_required: { status: 422, detail: 'Please choose a photo.' },
  image_unreadable: {
    status: 422,
    detail: 'This photo could not be read. Please choose a JPEG, PNG, WebP or AVIF photo.',
  },
  image_too_large_to_open: {
    status: 422,
    detail: 'This photo has too many pixels. Please choose one of at most 25 megapixels.',
  },
  image_not_found: { status: 404, detail: 'Image not found' },

  // Homes
  home_not_found: { status: 404, detail: 'Home not found' },
  home_differs: {
    status: 422,
    detail: 'This address is not the one of the saved home. Please check it.',
  },
  homes_full: {
    status: 409,
    detail: 'You can save up to 10 homes. Please delete one first.',
  },
  home_changed: {
    status: 409,
    detail:
      'This was changed on another device in the meantime. Nothing was overwritten. Please look again and save.',
  },
  photos_full: { status: 409, detail: 'There is no room for more photos here.' },

  // Access details
  access_empty: { status: 404, detail: 'No access details are saved for this visit.' },
  access_not_accepted: { status: 409, detail: 'Access details belong to accepted visits.' },
  access_ended: { status: 409, detail: 'The client has ended access for this visit.' },
  access_not_yet: { status: 409, detail: 'Access details open 24 hours before the visit.' },
  hours_settled: { status: 409, detail: 'The hours are settled.' },
  hours_changed: { status: 409, detail: 'The hours have changed. Please read them again.' },
  receipt_not_ready: { status: 409, detail: 'The receipt comes once the hours are settled.' },
  access_over: { status: 409, detail: 'Access to the details of this visit is over.' },

  // Visits
  stage_time_invalid: {
    status: 422,
    detail: 'This time cannot be right. Please check the clock of your phone.',
  },
  stage_order: { status: 409, detail: 'This visit is already further along.' },
  stage_too_early: {
    status: 409,
    detail: 'A visit can begin at most 3 hours before its time.',
  },
  stage_too_late: { status: 409, detail: 'This visit is over.' },
  stage_undo_over: { status: 409, detail: 'This can be undone within 5 minutes only.' },
  photo_published: {
    status: 409,
    detail: 'This photo is on the public profile. Take the pair back first.',
  },
  pair_asked: { status: 409, detail: 'You have already asked for these photos.' },
  visit_not_finished: { status: 409, detail: 'Please finish the visit first.' },

  // Problems of visits
  problem_open: { status: 409, detail: 'This is already reported.' },
  problem_moved: {
    status: 409,
    detail: 'This has changed in the meantime. Please look again.',
  },
  report_too_early: { status: 409, detail: 'This cannot be reported yet.' },
  report_too_late: { status: 409, detail: 'The time to report this is over.' },
  no_show_not_arrived: {
    status: 409,
    detail: "Press 'I have arrived' first. The 30 minutes count from then.",
  },
  no_show_arrived: {
    status: 409,
    detail: 'The professional has arrived. Please report a problem instead.',
  },
  no_show_contact_first: { status: 409, detail: 'Please try to reach the other side first.' },

  // Safety check-in
  safety_contact_missing: { status: 409, detail: 'Please add a contact first.' },
  safety_contact_declined: { status: 409, detail: 'This person does not want to be written to.' },

  // Letters to other people
  first_visit_first: {
    status: 409,
    detail: 'You can name a contact once you have accepted your first visit.',
  },
  address_has_letters: {
    status: 429,
    detail:
      'This address has had several letters from us lately. Please use another one, or try again later.',
  },

  // Messages
  clients_only_contact: { status: 403, detail: 'Only clients can contact professionals' },
  client_contacts_first: { status: 403, detail: 'The client has to contact you first' },
  professional_not_accepting_messages: {
    status: 409,
    detail: 'This professional is not accepting messages right now.',
  },
  message_empty: { status: 422, detail: 'Please write a message.' },
  message_too_long: { status: 422, detail: 'A message can have up to 5,000 characters.' },
  message_image_too_large: { status: 422, detail: 'A photo can have up to 5 MB.' },
  conversation_blocked: { status: 403, detail: 'You cannot write in this conversation.' },
  too_many_contacts: {
    status: 429,
    detail: 'You have written to many professionals today. Please wait for their answers first.',
  },

  // Operators
  other_operator_needed: { status: 403, detail: 'Another operator has to decide this.' },
  case_taken: { status: 409, detail: 'Another operator has taken this.' },
  case_closed: { status: 409, detail: 'This is closed.' },
  claim_first: { status: 409, detail: 'Please take this first.' },
  decide_first: { status: 409, detail: 'Please decide this first.' },
} as const satisfies Record<string, { status: number; detail: string; detailWith?: string }>

export type RefusalCode = keyof typeof REFUSALS

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
