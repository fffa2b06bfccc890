/** The product's constants, one place each (decision 1; client spec 9, professional spec 9). No imports: the browser's first view reads this file. */

export const PRODUCT_NAME = 'Lustra'

export const LANGUAGES = ['en', 'pt', 'es'] as const
export type Language = (typeof LANGUAGES)[number]

export const ROLES = ['client', 'professional'] as const
export type Role = (typeof ROLES)[number]

/** Decision 10: every type of work the server knows. */
export const SERVICE_TYPES = [
  'standard',
  'deep',
  'move_in_out',
  'post_construction',
  'office',
] as const
export type ServiceType = (typeof SERVICE_TYPES)[number]

/** The four of the booking dialog, in its order (client spec 2.9); post_construction joins where the professional offers it. */
export const BOOKING_SERVICE_TYPES = ['standard', 'move_in_out', 'deep', 'office'] as const

/** The four of the results' refine form (client spec 9). */
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

/** Dollars an hour (professional spec 9). */
export const HOURLY_RATE_MIN = 15
export const HOURLY_RATE_MAX = 200
export const HOURLY_RATE_STEP = 0.01
/** Of the profile photo and of each gallery image. */
export const IMAGE_BYTES_MAX = 5_242_880
export const GALLERY_IMAGES_MAX = 5
/** Of a first name, and of a last name. */
export const PERSON_NAME_LENGTH_MAX = 80
export const EMAIL_LENGTH_MAX = 254
export const PHONE_LENGTH_MAX = 40
/** Of the public name, and of the business name. */
export const FULL_NAME_LENGTH_MAX = 100
export const SERVICE_AREAS_MAX = 30
export const LOCATION_QUERY_LENGTH_MAX = 100
export const BIO_LENGTH_MAX = 2000
export const SOCIAL_MEDIA_URL_LENGTH_MAX = 300
export const REDIRECT_AFTER_PROFILE_MS = 2500

export const BOOKING_HOURS = [1, 2, 3, 4, 6, 8] as const
export const DEFAULT_BOOKING_HOURS = 2
/** Decision 27. */
export const BOOKING_DAYS_AHEAD_MAX = 365
/** Decision 26: a request not answered within this many hours is declined as expired. */
export const BOOKING_ANSWER_HOURS = 72
/** Decision 31: how many answers make a measure. */
export const MEASURED_ANSWERS_MIN = 3

/** Dollars a month, and the leads each month brings (professional spec 9; decision 18). */
export const SUBSCRIPTION_PRICE = 19.9
export const LEADS_PER_MONTH = 5
/** Dollars for a single lead (professional spec 9). */
export const LEAD_PRICE = 15
/** Professional spec 4, 9: how long after its start a subscription is labelled by its free leads. */
export const FREE_LEADS_DAYS = 30
/** Decision 39: the one switch of the marketing claims. */
export const MARKETING_CLAIMS: boolean = true
/** Dollars that the subscription is said to save (professional spec 9). */
export const SAVING_CLAIM = 75
/** Per cent more bookings with a verified badge (professional spec 9). */
export const MORE_BOOKINGS_CLAIM = 60
/** Professional spec 4, 9. */
export const PAYMENT_REDIRECT_MS = 5000
export const PAYMENT_NOTICE_MS = 5000
export const PAYMENT_REFRESH_MS = 1000

/** The cookie by which a browser that could not reach the server says that its session is over; nothing of its person is sent again. */
export const LOGGED_OUT_COOKIE = 'lustra_logged_out'

/** What the other party reads in place of the name of somebody who deleted her account. */
export const DELETED_USER = 'Deleted user'

/** The header of calls that ask for the current password again (encodeURIComponent of what was typed). */
export const CURRENT_PASSWORD_HEADER = 'current-password'
export const PASSWORD_LENGTH_MIN = 8
export const PASSWORD_LENGTH_MAX = 200
/** Decision 9. */
export const RESET_TOKEN_MINUTES = 30
export const REDIRECT_AFTER_RESET_MS = 3000

export const LOCATION_QUERY_LENGTH_MIN = 2
export const LOCATION_SEARCH_DELAY_MS = 300

export const CARD_SERVICES_MAX = 3
export const CARD_THUMBNAILS_MAX = 4
export const PAGE_SIZE = 20
export const PAGE_SIZE_MAX = 50

export const IMAGE_RETRIES_MAX = 3
export const IMAGE_RETRY_DELAY_MS = 1000

/** Professional spec 4, 9. */
export const DASHBOARD_REFRESH_MS = 30_000
export const PROFILE_COMPLETE_BANNER_MS = 5000
export const VERIFIED_BANNER_MS = 7000
export const COPY_CONFIRMATION_MS = 2000
export const DASHBOARD_THUMBNAILS_MAX = 4
export const FULL_PROFILE_PHOTOS_MAX = 6
/** In characters. */
export const BIO_PREVIEW_LENGTH = 200
export const TIP_GALLERY_PHOTOS = 3
export const TIP_BIO_LENGTH = 100
/** Estimated earnings: total bookings × hourly rate × this. */
export const EARNINGS_HOURS_GUESSED = 3

/** Client spec 9. */
export const UNREAD_POLL_MS = 30_000

/** Professional spec 2.4, 4, 9. */
export const MESSAGE_LENGTH_MAX = 5000
export const REPORT_REASON_LENGTH_MAX = 1000
/** Messages of a thread that come at once. */
export const THREAD_PAGE = 50
/** Where a browser's one live connection is. */
export const LIVE_PATH = '/api/live'
export const THREAD_REFRESH_MS = 30_000
export const CONTACT_HIGHLIGHT_MS = 10_000

export const LANGUAGE_CACHE_KEY = 'i18nextLng'
/** Client spec 9; each retry waits twice as long as the one before. */
export const WORDS_RETRIES_MAX = 5
export const WORDS_RETRY_MS = 350

/** What other sites show of a page that has no photo of its own; drawn when the web app is built. */
export const SHARE_PICTURE = { address: '/share.jpg', width: 1200, height: 630 } as const
