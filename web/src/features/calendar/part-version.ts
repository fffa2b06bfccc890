import type { TimeDocument } from '#contract/calendar/time.ts'

/** The fields of the times that a part of the screen edits, one each. */
export type PartField = 'plan' | 'rules' | 'paused_until' | 'instant_booking'

/**
 * The version that a part saves against. Saves of other parts raise the version and concern this part only if its own
 * field has changed too. Then another device has saved it, and the older version makes the server refuse the save.
 * rule: edit-conflict
 */
export function versionToSave(
  field: PartField,
  filledFrom: TimeDocument,
  shown: TimeDocument,
): number {
  const isSame = JSON.stringify(filledFrom[field]) === JSON.stringify(shown[field])
  return isSame ? Math.max(filledFrom.version, shown.version) : filledFrom.version
}
