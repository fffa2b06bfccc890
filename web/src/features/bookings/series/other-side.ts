import { displayName, firstNameOf } from '#contract/people/display-name.ts'
import type { Series } from '#contract/bookings/series.ts'

/** The name of the other side; the first name of a client while the lead is locked. rule: lead-locked */
export function nameOfOther({ professional, client_details }: Series): string {
  if (professional) return displayName(professional.full_name)
  const { first_name = '', last_name = '' } = client_details ?? {}
  return `${first_name} ${last_name}`.trim()
}

/** The name of the other side in sentences. */
export function firstNameOfOther(series: Series): string {
  return firstNameOf(nameOfOther(series))
}
