import type { Role } from '#contract/product.ts'

/**
 * The SEQUENCE of an iCalendar event: a higher one replaces the earlier event. Each move of a booking raises
 * `sequence`. Opening the lead and the return of its credit (`lead_changes`) raise it for the professional, because the
 * event then has more details, or fewer. rule: visit-calendar
 */
export function sequenceOf(
  { sequence, lead_changes }: { sequence: number; lead_changes: number },
  reader: Role,
): number {
  return sequence + (reader === 'professional' ? lead_changes : 0)
}
