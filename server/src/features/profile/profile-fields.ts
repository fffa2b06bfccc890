import { galleryComplaint, profileComplaint } from '#contract/profile-checks.ts'
import type { ProfileFields } from '#contract/profile.ts'
import {
  DEFAULT_EMPLOYEES,
  DEFAULT_YEARS_OF_EXPERIENCE,
  SERVICE_TYPES,
  YEARS_OF_EXPERIENCE,
} from '#contract/product.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import { socialAddress } from '#contract/social-address.ts'
import { ssnDigits } from '#contract/ssn.ts'
import { text } from '#contract/values.ts'
import { refuse } from '#server/http/refusal.ts'
import type { UploadForm } from '../media/upload-form.ts'
import type { Place, Places } from '../locations/locations.ts'
import { partsOf, placesIn } from './service-areas.ts'

const NAME_LENGTH_MAX = 100
const BIO_LENGTH_MAX = 2000
const AREAS_MAX = 30
/** Of an unknown place, so much is sent back. */
const AREA_SHOWN_LENGTH_MAX = 60
const EMPLOYEES = /^\d{1,4}(-\d{1,4}|\+)?$/

/** What was saved before, as far as it matters for what is sent now. */
export type Before = {
  business_name: string
  years_experience: string
  employees_count: string
  hasPhoto: boolean
  gallery: number
}

/** The form's fields as they are saved. */
export type CheckedFields = {
  columns: {
    full_name: string
    business_name: string
    bio: string
    hourly_rate_cents: number
    services: string[]
    years_experience: string
    employees_count: string
    social_media_url: string
  }
  areas: Place[]
  /** Her number, where one was given; empty for what only stands for one that is kept. */
  ssn: string
  /** The version that was edited; undefined replaces whatever is saved. */
  version: number | undefined
}

/**
 * Holds a form against professional spec 5, in its order, then against what the specification's limits and decision 11 say; refuses
 * with the first failure. A field that did not come keeps what was saved, or takes the form's default.
 */
export function checkFields(
  places: Places,
  sent: ProfileFields,
  { files, problem }: UploadForm,
  before: Before | undefined,
): CheckedFields {
  const ssn = isMasked(sent.ssn) ? '' : (sent.ssn ?? '').trim()
  const photo = files.findLast(({ field }) => field === 'profile_image')
  const complaint = profileComplaint({
    full_name: sent.full_name ?? '',
    bio: sent.bio ?? '',
    hourly_rate: sent.hourly_rate ?? '',
    services_offered: partsOf(sent.services_offered ?? ''),
    service_areas: partsOf(sent.service_areas ?? ''),
    ssn,
    social_media_url: sent.social_media_url ?? '',
    hasPhoto: before?.hasPhoto ?? false,
    photoBytes: photo?.bytes,
  })
  // Fields that come behind a file that ended the reading are not missing.
  if (complaint && !(problem && sent.full_name === undefined)) refuse(complaint.code)
  if (problem?.why === 'too_large' && problem.file.field === 'profile_image') {
    refuse('profile_image_too_large')
  }
  const gallery = files.filter(({ field }) => field === 'gallery_images')
  const tooMuch = galleryComplaint(
    before?.gallery ?? 0,
    gallery.map(({ name, bytes }) => ({ name, size: bytes })),
  )
  if (tooMuch?.code === 'gallery_image_too_large') refuseLargeImage(tooMuch.file)
  if (tooMuch) refuse(tooMuch.code)
  if (problem) refuse(problem.why === 'no_picture' ? 'image_unreadable' : 'form_unreadable')
  return {
    columns: {
      full_name: read(oneLine(sent.full_name), NAME_LENGTH_MAX, 'full_name_too_long'),
      business_name: read(
        oneLine(sent.business_name) ?? before?.business_name,
        NAME_LENGTH_MAX,
        'business_name_too_long',
      ),
      bio: read(sent.bio, BIO_LENGTH_MAX, 'bio_too_long'),
      hourly_rate_cents: Math.round(Number(sent.hourly_rate) * 100),
      services: servicesIn(sent.services_offered ?? ''),
      years_experience: yearsIn(
        sent.years_experience || before?.years_experience || DEFAULT_YEARS_OF_EXPERIENCE,
      ),
      employees_count: employeesIn(
        sent.employees_count || before?.employees_count || DEFAULT_EMPLOYEES,
      ),
      social_media_url: socialAddress(sent.social_media_url ?? '') ?? '',
    },
    areas: areasIn(places, sent.service_areas ?? ''),
    ssn,
    version: versionIn(sent.version),
  }
}

/** Professional spec 5, with the file's name. */
export function refuseLargeImage(name: string): never {
  refuse('gallery_image_too_large', { params: { file: name } })
}

/** Decision 34: what the form shows of a number that is kept ('•••-••-1234', 'XXX-XX-1234') is not a new one. */
function isMasked(ssn: string | undefined): boolean {
  return /[•*x]/i.test(ssn ?? '') && ssnDigits(ssn ?? '').length <= 4
}

const oneLine = (name: string | undefined) => name?.replace(/\s+/g, ' ')

function read(value: string | undefined, most: number, tooLong: RefusalCode): string {
  const result = text(0, most, 'invalid_input', tooLong).safeParse(value ?? '')
  return result.success ? result.data : refuse(tooLong)
}

function servicesIn(list: string): string[] {
  const chosen = partsOf(list)
  const known: readonly string[] = SERVICE_TYPES
  if (!chosen.every((type) => known.includes(type))) refuse('service_type_invalid')
  return known.filter((type) => chosen.includes(type))
}

function areasIn(places: Places, list: string): Place[] {
  const { found, unknown } = placesIn(places, list)
  if (unknown[0] !== undefined) {
    refuse('area_unknown', { params: { area: unknown[0].slice(0, AREA_SHOWN_LENGTH_MAX) } })
  }
  if (found.length > AREAS_MAX) refuse('too_many_areas')
  return found
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
