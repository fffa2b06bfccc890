import type { Kept } from './typed.ts'

export type FieldName = keyof Kept

/** A field that another device saved meanwhile: its saved value, and whether this form has changed it too. */
export type ChangedField = { field: FieldName; saved: string; alsoHere: boolean }

/**
 * Two devices edited the same profile (decision 41). `merged` takes over what only the other changed and keeps what was changed
 * here; `changed` names every field that is saved otherwise than this form began with.
 */
export function mergeSaved(
  base: Kept,
  here: Kept,
  saved: Kept,
): { merged: Kept; changed: ChangedField[] } {
  const changed = FIELDS.filter((field) => !same(base[field], saved[field])).map((field) => ({
    field,
    saved: shown(saved[field]),
    alsoHere: !same(base[field], here[field]) && !same(here[field], saved[field]),
  }))
  const taken = changed
    .filter(({ alsoHere }) => !alsoHere)
    .map(({ field }) => [field, saved[field]])
  return { merged: { ...here, ...Object.fromEntries(taken) }, changed }
}

/** Whether both hold the same in every field. */
export function sameFields(one: Kept, other: Kept): boolean {
  return FIELDS.every((field) => same(one[field], other[field]))
}

const FIELDS = [
  'full_name',
  'bio',
  'hourly_rate',
  'years_experience',
  'employees_count',
  'social_media_url',
  'services_offered',
  'service_areas',
] as const satisfies FieldName[]

const shown = (value: Kept[FieldName]) => (typeof value === 'string' ? value : value.join(', '))
const same = (one: Kept[FieldName], other: Kept[FieldName]) => shown(one) === shown(other)
