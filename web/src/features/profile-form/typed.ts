import { DEFAULT_EMPLOYEES, DEFAULT_YEARS_OF_EXPERIENCE } from '#contract/product.ts'
import type { ServiceType } from '#contract/product.ts'
import type { OwnProfile } from '#contract/profile.ts'
import { socialAddress } from '#contract/social-address.ts'
import { CONSENT_VERSION, ssnDigits } from '#contract/ssn.ts'

/** What a professional types and chooses; pictures apart. `service_areas` are ZIPs or 'City, ST'. */
export type Typed = {
  full_name: string
  bio: string
  hourly_rate: string
  years_experience: string
  employees_count: string
  social_media_url: string
  ssn: string
  services_offered: ServiceType[]
  service_areas: string[]
}

/** What a browser may keep: everything but the number. */
export type Kept = Omit<Typed, 'ssn'>

/** The form as it opens: what is saved, or the defaults of professional spec 2.1. */
export function firstTyped(profile: OwnProfile | null): Kept {
  return {
    full_name: profile?.full_name ?? '',
    bio: profile?.bio ?? '',
    hourly_rate: profile ? String(profile.hourly_rate) : '',
    years_experience: profile?.years_experience ?? DEFAULT_YEARS_OF_EXPERIENCE,
    employees_count: profile?.employees_count ?? DEFAULT_EMPLOYEES,
    social_media_url: profile?.social_media_url ?? '',
    services_offered: profile?.services_offered ?? [],
    service_areas: profile?.service_areas ?? [],
  }
}

/** What may leave the form for the browser's memory. */
export function withoutSsn(typed: Typed): Kept {
  const kept: Kept & { ssn?: string } = { ...typed }
  delete kept.ssn
  return kept
}

/** The body of the save (professional spec 7); a number that was not given is not sent. */
export function saveForm(
  userId: string,
  typed: Typed,
  { version, photo }: { version: number; photo: File | undefined },
): FormData {
  const form = new FormData()
  form.set('user_id', userId)
  form.set('full_name', typed.full_name.trim())
  form.set('bio', typed.bio.trim())
  form.set('hourly_rate', typed.hourly_rate.trim())
  form.set('services_offered', typed.services_offered.join(','))
  form.set('service_areas', typed.service_areas.join(','))
  form.set('years_experience', typed.years_experience)
  form.set('employees_count', typed.employees_count)
  form.set('social_media_url', socialAddress(typed.social_media_url) ?? '')
  if (typed.ssn) {
    form.set('ssn', ssnDigits(typed.ssn))
    form.set('consent_version', CONSENT_VERSION)
  }
  form.set('version', String(version))
  if (photo) form.set('profile_image', photo)
  return form
}
