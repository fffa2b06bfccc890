import type { TimeDocument } from '#contract/calendar/time.ts'

/** The fields of the times that the screen saves together. */
export type TimeField = 'plan' | 'rules' | 'paused_until' | 'instant_booking'

/**
 * The version that changed fields are saved against. Saves of other fields raise the version and concern these only if
 * one of them has changed too. Then another device has saved it, and the older version makes the server refuse the
 * save. rule: edit-conflict
 */
export function versionToSave(
  fields: readonly TimeField[],
  filledFrom: TimeDocument,
  shown: TimeDocument,
): number {
  const isSame = fields.every(
    (field) => JSON.stringify(filledFrom[field]) === JSON.stringify(shown[field]),
  )
  return isSame ? Math.max(filledFrom.version, shown.version) : filledFrom.version
}
