import { DEFAULT_EMPLOYEES, DEFAULT_YEARS_OF_EXPERIENCE } from '#contract/market/profile-rules.ts'
import { FREQUENCIES } from '#contract/product.ts'
import type { Frequency, ServiceType } from '#contract/product.ts'
import type { OwnProfile } from '#contract/market/profile.ts'
import { socialAddress } from '#contract/market/social-address.ts'
import { CONSENT_VERSION, ssnDigits } from '#contract/trust/ssn.ts'

/** The values of the form, without pictures. `service_areas` are ZIPs or 'City, ST'. */
export type FormValues = {
  full_name: string
  bio: string
  hourly_rate: string
  years_experience: string
  employees_count: string
  social_media_url: string
  ssn: string
  services_offered: ServiceType[]
  frequencies_offered: Frequency[]
  service_areas: string[]
  /** '' stands for the ZIP of the first service area. rule: working-hours */
  base_zip: string
}

/** The values that the browser may store: all but the Social Security number. rule: ssn-secrecy */
export type StoredValues = Omit<FormValues, 'ssn'>

/** The saved values, or the defaults of a new profile. rule: profile-checks */
export function initialValues(profile: OwnProfile | null): StoredValues {
  return {
    full_name: profile?.full_name ?? '',
    bio: profile?.bio ?? '',
    hourly_rate: profile ? String(profile.hourly_rate) : '',
    years_experience: profile?.years_experience ?? DEFAULT_YEARS_OF_EXPERIENCE,
    employees_count: profile?.employees_count ?? DEFAULT_EMPLOYEES,
    social_media_url: profile?.social_media_url ?? '',
    services_offered: profile?.services_offered ?? [],
    frequencies_offered: profile?.frequencies_offered ?? [...FREQUENCIES],
    service_areas: profile?.service_areas ?? [],
    base_zip: profile?.base_zip ?? '',
  }
}

/** The values without the number. */
export function withoutSsn(values: FormValues): StoredValues {
  const stored: StoredValues & { ssn?: string } = { ...values }
  delete stored.ssn
  return stored
}

/** The body of the save. Without a number, `ssn` is not sent. */
export function saveForm(
  userId: string,
  values: FormValues,
  { version, photo }: { version: number; photo: File | undefined },
): FormData {
  const form = new FormData()
  form.set('user_id', userId)
  form.set('full_name', values.full_name.trim())
  form.set('bio', values.bio.trim())
  form.set('hourly_rate', values.hourly_rate.trim())
  form.set('services_offered', values.services_offered.join(','))
  form.set('frequencies_offered', values.frequencies_offered.join(','))
  form.set('service_areas', values.service_areas.join(','))
  form.set('base_zip', values.base_zip.trim())
  form.set('years_experience', values.years_experience)
  form.set('employees_count', values.employees_count)
  form.set('social_media_url', socialAddress(values.social_media_url) ?? '')
  if (values.ssn) {
    form.set('ssn', ssnDigits(values.ssn))
    form.set('consent_version', CONSENT_VERSION)
  }
  form.set('version', String(version))
  if (photo) form.set('profile_image', photo)
  return form
}
