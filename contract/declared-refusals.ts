import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { LEAD_CLOSED } from './money/lead-closed.ts'
import { REFUSALS } from './refusals.ts'
import type { RefusalCode } from './refusals.ts'

/**
 * The refusals of a call: those that it lists itself, and those that follow from the rest of its declaration. Those
 * that any call can return, such as 'unexpected', are not among them. rule: openapi
 */
export function refusalsOf(call: Endpoint): ReadonlySet<RefusalCode> {
  const { caller, multipart, refusals: own = [] } = call
  const implied: [boolean, readonly RefusalCode[]][] = [
    [caller.role !== 'anyone', ['not_signed_in']],
    ['roleRefusal' in caller, 'roleRefusal' in caller ? [caller.roleRefusal] : []],
    [call.self !== undefined, ['not_yours']],
    [call.needsConfirmation ?? false, ['confirm_first']],
    [call.needsPassword ?? false, PASSWORD_REFUSALS],
    [countsIds(call) || call.networkLimit !== undefined, ['too_many_requests']],
    // Also where the schema takes anything: no query or body may be too large. rule: text-input
    [call.query !== undefined || call.body !== undefined, ['invalid_input']],
    // With `listsAllFailures`, each of them is the `type` of an entry of the list.
    [true, messagesIn([call.params, call.query, call.body])],
    [multipart !== undefined, FORM_REFUSALS],
    [multipart !== undefined && !multipart.takesCalendar, PICTURE_REFUSALS],
    [multipart !== undefined && 'image' in multipart.files, ['image_required']],
    [call.idempotent ?? false, ['bad_request', 'idempotency_key_reused']],
    [own.includes('lead_locked'), Object.values(LEAD_CLOSED)],
  ]
  return new Set([...implied.flatMap(([isSo, codes]) => (isSo ? codes : [])), ...own])
}

/** Whoever has a second factor confirms the session, too. rule: confirmation */
const PASSWORD_REFUSALS = [
  'password_required',
  'wrong_password',
  'confirm_first',
  'too_many_requests',
] as const
const FORM_REFUSALS = [
  'form_required',
  'form_unreadable',
  'too_many_requests',
  'overloaded',
] as const
const PICTURE_REFUSALS = ['image_unreadable', 'image_too_large_to_open'] as const

/** Whether ids are refused to whoever has tried too many. rule: rate-limits */
export function countsIds({ params, tokenInBody, staysOpen }: Endpoint): boolean {
  return Boolean(params || tokenInBody) && !staysOpen
}

/**
 * The refusal codes that schemas name as messages of their failures, with those of all schemas within them;
 * 'invalid_input' for a check without one.
 */
function messagesIn(part: unknown, seen = new Set<unknown>()): RefusalCode[] {
  if (typeof part !== 'object' || part === null || seen.has(part)) return []
  seen.add(part)
  const isCheck = part instanceof z.core.$ZodCheck
  const isSchema = isCheck || part instanceof z.core.$ZodType
  // oxlint-disable-next-line no-underscore-dangle -- zod documents `_zod.def` for programs that read schemas
  const parts: Record<string, unknown> = isSchema ? { ...part._zod.def } : { ...part }
  const { error, ...within } = parts
  const message: unknown = isSchema && typeof error === 'function' ? error({}) : undefined
  return [
    ...(isRefusal(message) ? [message] : isCheck ? (['invalid_input'] as const) : []),
    ...Object.values(within).flatMap((one) => messagesIn(one, seen)),
  ]
}

/** Whether a schema's message is a refusal code. */
export function isRefusal(message: unknown): message is RefusalCode {
  return typeof message === 'string' && message in REFUSALS
}
