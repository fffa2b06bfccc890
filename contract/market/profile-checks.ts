import { isBlank } from '../blank.ts'
import {
  GALLERY_IMAGES_MAX,
  HOURLY_RATE_MAX,
  HOURLY_RATE_MIN,
  IMAGE_BYTES_MAX,
} from './profile-rules.ts'
import type { RefusalCode } from '../refusals.ts'
import { socialAddress } from './social-address.ts'
import { isSsn } from '../trust/ssn.ts'

/** The input of the nine checks. Texts are as typed. */
export type ProfileFacts = {
  full_name: string
  bio: string
  /** Dollars, as typed. */
  hourly_rate: string
  services_offered: readonly string[]
  service_areas: readonly string[]
  ssn: string
  social_media_url: string
  /** Whether the server has a profile photo already. */
  hasPhoto: boolean
  /** The size of a newly chosen photo. */
  photoBytes?: number | undefined
}

/** The part of the form at which a failed check is shown. */
export type ProfileField =
  | 'full_name'
  | 'bio'
  | 'hourly_rate'
  | 'services_offered'
  | 'service_areas'
  | 'base_zip'
  | 'profile_image'
  | 'ssn'
  | 'social_media_url'

export type ProfileProblem = {
  field: ProfileField
  code: Extract<RefusalCode, keyof typeof FIELD_OF_PROBLEM>
}

/** The form field of each failed check, by its refusal code. */
export const FIELD_OF_PROBLEM = {
  full_name_required: 'full_name',
  bio_required: 'bio',
  hourly_rate_invalid: 'hourly_rate',
  hourly_rate_too_high: 'hourly_rate',
  service_required: 'services_offered',
  area_required: 'service_areas',
  photo_required: 'profile_image',
  ssn_invalid: 'ssn',
  social_media_url_invalid: 'social_media_url',
  profile_image_too_large: 'profile_image',
} as const satisfies Partial<Record<RefusalCode, ProfileField>>

type Check = (facts: ProfileFacts) => ProfileProblem['code'] | false

/** The form and the server both run the checks in this order. rule: profile-checks */
const CHECKS: readonly Check[] = [
  ({ full_name }) => isBlank(full_name) && 'full_name_required',
  ({ bio }) => isBlank(bio) && 'bio_required',
  ({ hourly_rate }) => findRateProblem(hourly_rate),
  ({ services_offered }) => services_offered.length === 0 && 'service_required',
  ({ service_areas }) => service_areas.length === 0 && 'area_required',
  ({ hasPhoto, photoBytes }) => !hasPhoto && photoBytes === undefined && 'photo_required',
  ({ ssn }) => Boolean(ssn.trim()) && !isSsn(ssn) && 'ssn_invalid',
  ({ social_media_url: url }) =>
    Boolean(url.trim()) && !socialAddress(url) && 'social_media_url_invalid',
  ({ photoBytes = 0 }) => photoBytes > IMAGE_BYTES_MAX && 'profile_image_too_large',
]

/** The first of the nine checks that fails; undefined when the profile can be saved. */
export function findProfileProblem(facts: ProfileFacts): ProfileProblem | undefined {
  return findProfileProblems(facts)[0]
}

/** All of the nine checks that fail, in their order. The form shows each at its field. */
export function findProfileProblems(facts: ProfileFacts): ProfileProblem[] {
  return CHECKS.flatMap((check) => {
    const code = check(facts)
    return code ? [{ field: FIELD_OF_PROBLEM[code], code }] : []
  })
}

// Digits with at most two decimals. Number() would also accept '1e2'. rule: profile-checks
const RATE = /^\d+(\.\d{0,2})?$/

function findRateProblem(typed: string): ProfileProblem['code'] | false {
  const rate = Number(typed)
  if (!RATE.test(typed.trim()) || rate < HOURLY_RATE_MIN) return 'hourly_rate_invalid'
  return rate > HOURLY_RATE_MAX && 'hourly_rate_too_high'
}

/**
 * Why files cannot be added to a gallery of `savedCount` pictures: too many pictures, or the first file that is too
 * large. Undefined if they can.
 * rule: photos
 */
export function findGalleryProblem(
  savedCount: number,
  files: readonly { name: string; size: number }[],
): { code: 'gallery_full' } | { code: 'gallery_image_too_large'; file: string } | undefined {
  if (savedCount + files.length > GALLERY_IMAGES_MAX) return { code: 'gallery_full' }
  const large = files.find(({ size }) => size > IMAGE_BYTES_MAX)
  return large && { code: 'gallery_image_too_large', file: large.name }
}
