import { refuse } from '#server/http/calls/refusal.ts'
import type { Zip } from '#server/places/locations.ts'

/** Refuses 'home_not_served', with the ZIP and the address of the search that finds others. rule: booking-home */
export function refuseUnserved(
  { zip }: Pick<Zip, 'zip'>,
  { service_type }: { service_type?: string | undefined },
): never {
  const search = new URLSearchParams({ zip_code: zip, ...(service_type ? { service_type } : {}) })
  const fields = { zip_code: zip, way_on: `/search?${search}` }
  refuse('home_not_served', { params: fields, answerFields: fields })
}

/** Refuses 'hours_below_minimum', with the hours of the shortest visit. rule: visit-rules */
export function refuseTooShort(min_hours: number): never {
  const params = { min_hours: String(min_hours) }
  refuse('hours_below_minimum', { params, answerFields: { min_hours } })
}

/** Refuses 'professional_paused', with the first own date that new clients can book. rule: paused-clients */
export function refusePaused(paused_until: string): never {
  refuse('professional_paused', { params: { paused_until }, answerFields: { paused_until } })
}
