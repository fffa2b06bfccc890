import { initialValues } from './form-values.ts'
import type { StoredValues } from './form-values.ts'

export type FieldName = keyof StoredValues

/** A field that another device changed: its saved value, and whether this form changed it too. */
export type ChangedField = { field: FieldName; saved: string; alsoHere: boolean }

/**
 * Merges the edits of two devices. `merged` has what only the other device changed, and everything that was changed
 * here. `changed` lists each field whose saved value differs from the start of this form. rule: edit-conflict
 */
export function mergeSaved(
  base: StoredValues,
  here: StoredValues,
  saved: StoredValues,
): { merged: StoredValues; changed: ChangedField[] } {
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

/** Whether every field is equal. */
export function sameFields(one: StoredValues, other: StoredValues): boolean {
  return FIELDS.every((field) => same(one[field], other[field]))
}

const FIELDS = Object.keys(initialValues(null)) as FieldName[]

const shown = (value: StoredValues[FieldName]) =>
  typeof value === 'string' ? value : value.join(', ')
const same = (one: StoredValues[FieldName], other: StoredValues[FieldName]) =>
  shown(one) === shown(other)
