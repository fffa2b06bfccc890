import { z } from 'zod'
import {
  ACTION_NOTE_MAX,
  ACTION_REASONS,
  ACTION_TEXT_MAX,
  ACTION_TEXT_MIN,
} from './action-reasons.ts'
import type { ActionName } from './action-reasons.ts'
import { code, Id, Instant, text } from '../values.ts'

/** The parts that the calls of actions share. rule: actions */

export const byOperator = { caller: { role: 'operator' } } as const
export const REFUSALS = ['not_found', 'other_operator_needed'] as const
export const unconfirmed = {
  ...byOperator,
  method: 'POST',
  idempotent: true,
  refusals: REFUSALS,
} as const
export const action = { ...unconfirmed, needsConfirmation: true } as const

export const ofId = z.object({ id: z.string() })

/**
 * The fields that each action has in its body. The person reads `text` as it is written; only operators read `note`.
 * rule: actions
 */
export function saying<Name extends ActionName>(name: Name) {
  return {
    reason: z.enum(ACTION_REASONS[name], { error: code('reason_required') }),
    text: text(ACTION_TEXT_MIN, ACTION_TEXT_MAX, 'text_too_short'),
    note: text(0, ACTION_NOTE_MAX).optional(),
    case_id: Id.optional(),
  }
}

/** The row of the audit log. */
export const Done = z.object({ seq: z.number().int(), action: z.string(), at: Instant })
