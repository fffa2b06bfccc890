/** Limits and choices of a profile. */

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
export const SERVICE_AREAS_MAX = 30
/** The longest description of a profile for search engines and shared links. */
export const META_DESCRIPTION_LENGTH_MAX = 160
export const BIO_LENGTH_MAX = 2000
export const SOCIAL_MEDIA_URL_LENGTH_MAX = 300
export const REDIRECT_AFTER_PROFILE_MS = 2500
export const PROFILE_COMPLETE_BANNER_MS = 5000
export const DASHBOARD_THUMBNAILS_MAX = 4
export const FULL_PROFILE_PHOTOS_MAX = 6
/** The characters of a bio that are shown before it is opened. */
export const BIO_PREVIEW_LENGTH = 200
export const TIP_GALLERY_PHOTOS = 3
export const TIP_BIO_LENGTH = 100
