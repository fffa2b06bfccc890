import { FIELD_OF_COMPLAINT } from '#contract/profile-checks.ts'
import type { ProfileField } from '#contract/profile-checks.ts'
import type { RefusalCode } from '#contract/refusals.ts'

/** The sentence at a field, if it is the one that is shown. */
export type ComplaintOf = (field: ProfileField) => string | undefined

/** Where a refusal of the save belongs; undefined when it is about no single field. */
export function fieldOfRefusal(code: RefusalCode): ProfileField | undefined {
  return FIELDS[code]
}

const FIELDS: Partial<Record<RefusalCode, ProfileField>> = {
  ...FIELD_OF_COMPLAINT,
  full_name_too_long: 'full_name',
  bio_too_long: 'bio',
  service_type_invalid: 'services_offered',
  area_unknown: 'service_areas',
  too_many_areas: 'service_areas',
  ssn_taken: 'ssn',
  image_unreadable: 'profile_image',
  image_too_large_to_open: 'profile_image',
}
