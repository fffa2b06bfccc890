import { isBlank } from '#contract/blank.ts'
import { findGalleryProblem, findProfileProblem } from '#contract/market/profile-checks.ts'
import type { ProfileFields } from '#contract/market/profile.ts'
import {
  BIO_LENGTH_MAX,
  DEFAULT_EMPLOYEES,
  DEFAULT_YEARS_OF_EXPERIENCE,
  SERVICE_AREAS_MAX,
  YEARS_OF_EXPERIENCE,
} from '#contract/market/profile-rules.ts'
import { FREQUENCIES, SERVICE_TYPES } from '#contract/product.ts'
import { FULL_NAME_LENGTH_MAX } from '#contract/people/account-rules.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import { socialAddress } from '#contract/market/social-address.ts'
import { ssnDigits } from '#contract/trust/ssn.ts'
import { line, text } from '#contract/values.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import type { UploadForm } from '#server/pictures/upload-form.ts'
import type { Place, Places } from '#server/places/locations.ts'
import { partsOf, placesIn } from './service-areas.ts'

/** The refusal repeats an unknown place up to this length. */
const AREA_SHOWN_LENGTH_MAX = 60
const EMPLOYEES = /^\d{1,4}(-\d{1,4}|\+)?$/

/** The values of the saved profile that the checks need. */
export type SavedProfile = {
  business_name: string
  years_experience: string
  employees_count: string
  social_media_url: string
  frequencies: string[]
  hasPhoto: boolean
  galleryCount: number
}

/** The checked fields as they are stored. */
export type CheckedFields = {
  columns: {
    full_name: string
    business_name: string
    bio: string
    hourly_rate_cents: number
    services: string[]
    frequencies: string[]
    years_experience: string
    employees_count: string
    social_media_url: string
  }
  areas: Place[]
  /** Null: the ZIP of the first service area. Undefined keeps the saved one. rule: working-hours */
  baseZip: string | null | undefined
  /** The new number; empty for none and for a masked one. rule: ssn-rules */
  ssn: string
  /** The version that was edited; undefined replaces any version. */
  version: number | undefined
}

/**
 * Checks a form: the nine checks in their order, then the gallery, then lengths, services and areas. Refuses with the
 * first failure. A missing field keeps its saved value, or takes the default.
 * rule: profile-checks, profile-save
 */
export function checkFields(
  places: Places,
  sent: ProfileFields,
  { files, problem }: UploadForm,
  saved: SavedProfile | undefined,
): CheckedFields {
  const ssn = isMasked(sent.ssn) ? '' : (sent.ssn ?? '').trim()
  const photo = files.findLast(({ field }) => field === 'profile_image')
  const profileProblem = findProfileProblem({
    full_name: sent.full_name ?? '',
    bio: sent.bio ?? '',
    hourly_rate: sent.hourly_rate ?? '',
    services_offered: partsOf(sent.services_offered ?? ''),
    service_areas: partsOf(sent.service_areas ?? ''),
    ssn,
    social_media_url: sent.social_media_url ?? '',
    hasPhoto: saved?.hasPhoto ?? false,
    photoBytes: photo?.bytes,
  })
  // The reading may have stopped at a file before the fields: then they are unread, not missing.
  if (profileProblem && !(problem && sent.full_name === undefined)) refuse(profileProblem.code)
  if (problem?.reason === 'too_large' && problem.file.field === 'profile_image') {
    refuse('profile_image_too_large')
  }
  const gallery = files.filter(({ field }) => field === 'gallery_images')
  const galleryProblem = findGalleryProblem(
    saved?.galleryCount ?? 0,
    gallery.map(({ name, bytes }) => ({ name, size: bytes })),
  )
  if (galleryProblem?.code === 'gallery_image_too_large') refuseLargeImage(galleryProblem.file)
  if (galleryProblem) refuse(galleryProblem.code)
  if (problem) refuse(problem.reason === 'no_picture' ? 'image_unreadable' : 'form_unreadable')
  return {
    columns: {
      full_name: textOf(line, sent.full_name, FULL_NAME_LENGTH_MAX, 'full_name_too_long'),
      business_name: textOf(
        line,
        sent.business_name ?? saved?.business_name,
        FULL_NAME_LENGTH_MAX,
        'business_name_too_long',
      ),
      bio: textOf(text, sent.bio, BIO_LENGTH_MAX, 'bio_too_long'),
      hourly_rate_cents: Math.round(Number(sent.hourly_rate) * 100),
      services: servicesIn(sent.services_offered ?? ''),
      frequencies: frequenciesIn(sent.frequencies_offered, saved?.frequencies),
      years_experience: yearsIn(
        sent.years_experience || saved?.years_experience || DEFAULT_YEARS_OF_EXPERIENCE,
      ),
      employees_count: employeesIn(
        sent.employees_count || saved?.employees_count || DEFAULT_EMPLOYEES,
      ),
      social_media_url:
        sent.social_media_url === undefined
          ? (saved?.social_media_url ?? '')
          : (socialAddress(sent.social_media_url) ?? ''),
    },
    areas: areasIn(places, sent.service_areas ?? ''),
    baseZip: baseZipIn(places, sent.base_zip),
    ssn,
    version: versionIn(sent.version),
  }
}

/** Refuses a gallery picture by its file's name. rule: photos */
export function refuseLargeImage(name: string): never {
  refuse('gallery_image_too_large', { params: { file: name } })
}

/** Whether it is the mask of a stored number ('•••-••-1234', 'XXX-XX-1234'). rule: ssn-rules */
function isMasked(ssn: string | undefined): boolean {
  return /[•*x]/i.test(ssn ?? '') && ssnDigits(ssn ?? '').length <= 4
}

function textOf(
  schema: typeof text,
  value: string | undefined,
  lengthMax: number,
  tooLong: RefusalCode,
): string {
  const result = schema(0, lengthMax, 'invalid_input', tooLong).safeParse(value ?? '')
  return result.success ? result.data : refuse(tooLong)
}

function servicesIn(list: string): string[] {
  const chosen = partsOf(list)
  const known: readonly string[] = SERVICE_TYPES
  if (!chosen.every((type) => known.includes(type))) refuse('service_type_invalid')
  return known.filter((type) => chosen.includes(type))
}

/** A form without the field keeps the saved ones. None chosen stands for all. rule: service-types */
function frequenciesIn(list: string | undefined, saved: string[] = [...FREQUENCIES]): string[] {
  if (list === undefined) return saved
  const chosen = partsOf(list)
  const known: readonly string[] = FREQUENCIES
  if (!chosen.every((frequency) => known.includes(frequency))) refuse('frequency_invalid')
  return known.filter((frequency) => chosen.length === 0 || chosen.includes(frequency))
}

function areasIn(places: Places, list: string): Place[] {
  const { found, unknown } = placesIn(places, list)
  if (unknown[0] !== undefined) {
    refuse('area_unknown', { params: { area: unknown[0].slice(0, AREA_SHOWN_LENGTH_MAX) } })
  }
  if (found.length > SERVICE_AREAS_MAX) refuse('too_many_areas')
  return found
}

function baseZipIn(places: Places, value: string | undefined): string | null | undefined {
  if (value === undefined) return undefined
  if (isBlank(value)) return null
  return places.zipOf(value)?.zip ?? refuse('zip_unknown')
}

function yearsIn(value: string): string {
  const known: readonly string[] = YEARS_OF_EXPERIENCE
  return known.includes(value) ? value : refuse('years_invalid')
}

function employeesIn(value: string): string {
  return EMPLOYEES.test(value) ? value : refuse('employees_invalid')
}

function versionIn(value: string | undefined): number | undefined {
  if (!value) return undefined
  return /^\d{1,9}$/.test(value) ? Number(value) : refuse('profile_changed')
}
