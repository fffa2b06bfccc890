/** The product's constants. This file imports nothing, because the browser loads it for the first view. */

export const PRODUCT_NAME = 'Lustra'

export const LANGUAGES = ['en', 'pt', 'es'] as const
export type Language = (typeof LANGUAGES)[number]

export const ROLES = ['client', 'professional'] as const
export type Role = (typeof ROLES)[number]

/** Every type of cleaning that the server accepts. */
export const SERVICE_TYPES = [
  'standard',
  'deep',
  'move_in_out',
  'post_construction',
  'office',
] as const
export type ServiceType = (typeof SERVICE_TYPES)[number]

/** The types in the booking dialog, in this order. If the professional offers post_construction, it is added. */
export const BOOKING_SERVICE_TYPES = ['standard', 'move_in_out', 'deep', 'office'] as const

/** The types in the filter form on the results page. */
export const RESULT_SERVICE_TYPES = [
  'standard',
  'deep',
  'move_in_out',
  'post_construction',
] as const

export const FREQUENCIES = ['one_time', 'weekly', 'biweekly', 'monthly'] as const
export type Frequency = (typeof FREQUENCIES)[number]

export const SORTS = ['rating', 'price', 'experience', 'newest'] as const
export type Sort = (typeof SORTS)[number]
export const DEFAULT_SORT: Sort = 'rating'

export const MIN_RATINGS = [4, 4.5, 5] as const

export const QUICK_FILTERS = {
  deepClean: { service_type: 'deep', cleaning_frequency: 'one_time' },
  weeklyService: { service_type: 'standard', cleaning_frequency: 'weekly' },
} as const

export const YEARS_OF_EXPERIENCE = ['1', '2', '3', '4', '5+', '10+'] as const
export type YearsOfExperience = (typeof YEARS_OF_EXPERIENCE)[number]
export const DEFAULT_YEARS_OF_EXPERIENCE: YearsOfExperience = '3'
export const EMPLOYEES_COUNTS = ['1-3', '4-6', '7-10', '10+'] as const
export const DEFAULT_EMPLOYEES = '1-3'

/** The limits of an hourly rate, in dollars. */
export const HOURLY_RATE_MIN = 15
export const HOURLY_RATE_MAX = 200
export const HOURLY_RATE_STEP = 0.01
/** The largest profile photo, and the largest image of a gallery. */
export const IMAGE_BYTES_MAX = 5_242_880
export const GALLERY_IMAGES_MAX = 5
/** The longest first name, and the longest last name. */
export const PERSON_NAME_LENGTH_MAX = 80
export const EMAIL_LENGTH_MAX = 254
export const PHONE_LENGTH_MAX = 40
/** The longest public name, and the longest business name. */
export const FULL_NAME_LENGTH_MAX = 100
export const SERVICE_AREAS_MAX = 30
/** The longest text that suggestions are searched for. */
export const LOCATION_QUERY_LENGTH_MAX = 100
/** The longest ZIP or city that a search is for, as typed. */
export const SEARCHED_PLACE_LENGTH_MAX = 40
/** The longest description of a profile for search engines and shared links. */
export const META_DESCRIPTION_LENGTH_MAX = 160
/** The highest number that a badge of unread messages shows; above it the badge has a plus. */
export const UNREAD_SHOWN_MAX = 99
export const BIO_LENGTH_MAX = 2000
export const SOCIAL_MEDIA_URL_LENGTH_MAX = 300
export const REDIRECT_AFTER_PROFILE_MS = 2500

export const BOOKING_HOURS = [1, 2, 3, 4, 6, 8] as const
export const DEFAULT_BOOKING_HOURS = 2
export const BOOKING_DAYS_AHEAD_MAX = 365
/** How many past days count for a person's reliability. rule: reliability */
export const RELIABILITY_DAYS = 180
/** Working intervals of one weekday. */
export const INTERVALS_A_DAY_MAX = 6
/** The most days of one exception to the working hours. */
export const EXCEPTION_DAYS_MAX = 366
export const EXCEPTION_DAYS_AHEAD_MAX = 730
export const EXCEPTION_NOTE_LENGTH_MAX = 200
/** Exceptions that are not over. */
export const EXCEPTIONS_MAX = 200
export const PAUSE_DAYS_AHEAD_MAX = 365
/** The length of the note of a proposed time. */
export const PROPOSAL_NOTE_LENGTH_MAX = 500
/** A request that is not answered within this many hours expires. */
export const BOOKING_ANSWER_HOURS = 72
/** The caption of a profile promises an answer within this many hours, until a request proves it wrong. */
export const ANSWER_CAPTION_HOURS = 2
/** How many answered requests a professional needs before their response time is shown. */
export const MEASURED_ANSWERS_MIN = 3

/** The price of the subscription, in dollars a month. */
export const SUBSCRIPTION_PRICE = 19.9
export const LEADS_PER_MONTH = 5
/** The price of a single lead, in dollars. */
export const LEAD_PRICE = 15
/** How long the dashboard shows the free-leads label of a new subscription. */
export const FREE_LEADS_DAYS = 30
/** The saving that the marketing texts promise, in dollars. */
export const SAVING_CLAIM = 75
/** The additional bookings, in per cent, that the marketing promises with a verified badge. */
export const MORE_BOOKINGS_CLAIM = 60
export const PAYMENT_REDIRECT_MS = 5000
export const PAYMENT_NOTICE_MS = 5000
export const PAYMENT_REFRESH_MS = 1000

/** The cookie in which a browser names its time zone, so that the server can render times of day. */
export const TIME_ZONE_COOKIE = 'lustra_time_zone'
/** A browser that logs out offline sets this cookie. The server then ends the session at the next request. */
export const LOGGED_OUT_COOKIE = 'lustra_logged_out'

/** Shown in place of the name of a user who deleted their account. */
export const DELETED_USER = 'Deleted user'

/** The request header with a solved challenge: base64 of JSON {challenge, solution}. rule: challenge */
export const CHALLENGE_HEADER = 'challenge-solution'
/** The header of an answer with a challenge, as base64 of JSON, that nobody waits for. rule: screened-contacts */
export const CHALLENGE_OFFER_HEADER = 'challenge-offer'

/** The header of calls that need the current password, as encodeURIComponent of the password. */
export const CURRENT_PASSWORD_HEADER = 'current-password'
export const PASSWORD_LENGTH_MIN = 8
/** The least length of an operator’s password. rule: operator-enrolment */
export const OPERATOR_PASSWORD_LENGTH_MIN = 15
export const PASSWORD_LENGTH_MAX = 200
export const PASSKEY_NAME_LENGTH_MAX = 60
export const RESET_TOKEN_MINUTES = 30
/** How long 'This was not me' works in the letter about a new sign-in. */
export const NOT_ME_TOKEN_HOURS = 72
/** How long a new address can be confirmed, and the old one's owner can take the change back. */
export const EMAIL_CHANGE_HOURS = 72
/** How long an operator's removal of an account's factors waits, and can be stopped. */
export const FACTOR_REMOVAL_HOURS = 72

/** How long the link works that confirms an email address. */
export const VERIFICATION_TOKEN_HOURS = 24
/** How long its code works. */
export const VERIFICATION_CODE_MINUTES = 30
export const REDIRECT_AFTER_RESET_MS = 3000

export const LOCATION_QUERY_LENGTH_MIN = 2
export const LOCATION_SEARCH_DELAY_MS = 300

export const CARD_SERVICES_MAX = 3
export const CARD_THUMBNAILS_MAX = 4
export const PAGE_SIZE = 20
export const PAGE_SIZE_MAX = 50

export const IMAGE_RETRIES_MAX = 3
export const IMAGE_RETRY_DELAY_MS = 1000

export const DASHBOARD_REFRESH_MS = 30_000
export const PROFILE_COMPLETE_BANNER_MS = 5000
export const VERIFIED_BANNER_MS = 7000
export const COPY_CONFIRMATION_MS = 2000
export const DASHBOARD_THUMBNAILS_MAX = 4
export const FULL_PROFILE_PHOTOS_MAX = 6
/** The characters of a bio that are shown before it is opened. */
export const BIO_PREVIEW_LENGTH = 200
export const TIP_GALLERY_PHOTOS = 3
export const TIP_BIO_LENGTH = 100
/** Estimated earnings: total bookings × hourly rate × this. */
export const EARNINGS_HOURS_GUESSED = 3

export const UNREAD_POLL_MS = 30_000

export const MESSAGE_LENGTH_MAX = 5000
export const REPORT_REASON_LENGTH_MAX = 1000
/** Messages in one page of a thread. */
export const THREAD_PAGE = 50
/** The address of the WebSocket connection. */
export const LIVE_PATH = '/api/live'
export const THREAD_REFRESH_MS = 30_000
export const CONTACT_HIGHLIGHT_MS = 10_000

export const LANGUAGE_CACHE_KEY = 'i18nextLng'
/** Each retry waits twice as long as the one before. */
export const TRANSLATION_RETRIES_MAX = 5
export const TRANSLATION_RETRY_MS = 350

/** The share picture of pages without a photo. The build draws it. */
export const SHARE_PICTURE = { address: '/share.jpg', width: 1200, height: 630 } as const
