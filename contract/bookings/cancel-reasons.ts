import type { Role } from '../product.ts'

/** The reasons that each side can choose when they cancel a booking. rule: cancellation */
export const CANCEL_CODES = {
  client: ['plans_changed', 'found_another', 'too_expensive', 'ill', 'other'],
  professional: ['ill', 'away', 'emergency', 'double_booked', 'other'],
} as const satisfies Record<Role, readonly string[]>

export type CancelCode = (typeof CANCEL_CODES)[Role][number]

export const ALL_CANCEL_CODES = [
  ...new Set<CancelCode>([...CANCEL_CODES.client, ...CANCEL_CODES.professional]),
]

/** The server alone writes these: for a visit of a series that was skipped, or that its series no longer has. */
const SERIES_CODES = ['skipped', 'series_changed'] as const
export type StoredCancelCode = CancelCode | (typeof SERIES_CODES)[number]
export const STORED_CANCEL_CODES: readonly StoredCancelCode[] = [
  ...ALL_CANCEL_CODES,
  ...SERIES_CODES,
]

/** The English reason of a booking that was cancelled with a code and without a text. */
const CANCEL_SENTENCES: Record<Exclude<StoredCancelCode, 'other'>, string> = {
  plans_changed: 'My plans have changed.',
  found_another: 'I found someone else.',
  too_expensive: "It's too expensive.",
  ill: 'I am ill.',
  away: 'I am away.',
  emergency: 'I have an emergency.',
  double_booked: 'I have another visit at that time.',
  skipped: 'This visit was skipped.',
  series_changed: 'The regular visits have changed.',
}

/** Whether the person must also write a reason: without a code, or with 'other'. rule: cancellation */
export function needsWords(code: CancelCode | undefined): code is undefined | 'other' {
  return code === undefined || code === 'other'
}

/** The reason that was written, or the English sentence of the code; null without both. */
export function reasonOrSentence(
  reason: string | null,
  code: StoredCancelCode | null,
): string | null {
  if (reason !== null || code === null || code === 'other') return reason
  return CANCEL_SENTENCES[code]
}
