import type { FastifyRequest } from 'fastify'
import { ENDPOINTS } from '#contract/contract.ts'
import { confirm } from '#contract/people/factors.ts'
import * as calls from '#contract/people/identity.ts'
import { passkeySignIn } from '#contract/people/passkeys.ts'
import type { SecurityEventKind } from '#contract/account/account.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import type { App } from '#server/http/app.ts'
import { urlOf } from '#server/http/calls/implement.ts'
import { Refusal } from '#server/http/calls/refusal.ts'
import type { Context } from '#server/context.ts'
import { normalEmail } from '../person/normal-email.ts'
import { securityLog } from './security-events.ts'
import type { NewSecurityEvent } from './security-events.ts'

/** How a signed-in user is told that something belongs to somebody else, or does not exist. */
const NOT_YOURS: ReadonlySet<RefusalCode> = new Set([
  'not_yours',
  'booking_not_found',
  'calendar_not_found',
  'checkout_not_found',
  'home_not_found',
  'invoice_not_found',
  'proposal_not_found',
  'review_not_found',
  'series_not_found',
  'session_not_found',
])

/** Visitors get these too, of public pages and pictures: they count at calls that need a sign-in. */
const NOT_YOURS_SIGNED_IN: ReadonlySet<RefusalCode> = new Set(['not_found', 'image_not_found'])
const SIGNED_IN_CALLS = new Set(
  ENDPOINTS.filter(({ caller }) => caller.role !== 'anyone' && caller.role !== 'operator').map(
    (call) => `${call.method} ${urlOf(call)}`,
  ),
)

/** How a confirmation is refused, besides the password. */
const CONFIRM_WRONG: ReadonlySet<RefusalCode> = new Set(['code_wrong', 'passkey_refused'])

/** Calls that a visitor makes about an account. */
const IDENTITY_PATH = /^\/api\/(auth\/|login\/|register$)/

/**
 * Records refused sign-ins, passwords, limits and ids of others as security events. It runs after the request's
 * transaction was rolled back, so no event is lost with it, and before the answer is sent. rule: security-events
 */
export function recordRefusedRequests(app: App, context: Context): void {
  app.addHook('onError', async (request, _reply, error) => {
    if (!(error instanceof Refusal)) return
    const event = await eventOf(app, request, error).catch(() => undefined)
    if (event) await recordRefusal(request, context, event)
  })
}

/** Records one refusal outside of any transaction. A failure changes no answer. */
async function recordRefusal(
  request: FastifyRequest,
  context: Context,
  event: NewSecurityEvent,
): Promise<void> {
  try {
    await securityLog(context, request)(context.db, event)
  } catch (problem) {
    request.log.error({ err: problem }, 'security event not recorded')
  }
}

async function eventOf(
  app: App,
  request: FastifyRequest,
  { code, status }: Refusal,
): Promise<NewSecurityEvent | undefined> {
  if (request.routeOptions.url === calls.login.path) {
    const kind = status === 429 ? 'sign_in_limited' : 'sign_in_refused'
    const isSignIn = status === 429 || code === 'invalid_credentials'
    const typed = calls.login.body!.safeParse(request.body)
    const account = typed.success ? { emailKey: normalEmail(typed.data.email) } : null
    return isSignIn ? { kind, account } : undefined
  }
  if (request.routeOptions.url === passkeySignIn.path && code === 'passkey_refused') {
    return { kind: 'sign_in_refused', account: null }
  }
  const kind = kindOf(request, code, status)
  if (!kind) return undefined
  const actor = await app.actorOf(request)
  // An attempt of an operator in a view is no event of the person whom they see as.
  if (actor?.viewedUntil) return undefined
  if (actor) return { kind, account: { id: actor.id } }
  // Other limits of visitors are counted in memory, and a refusal there has to stay cheap.
  const isIdentity = IDENTITY_PATH.test(request.routeOptions.url ?? '')
  return kind === 'limit' && isIdentity ? { kind, account: null } : undefined
}

function kindOf(
  { method, routeOptions }: FastifyRequest,
  code: RefusalCode,
  status: number,
): SecurityEventKind | undefined {
  if (status === 429) return 'limit'
  if (code === 'wrong_password') return 'confirm_refused'
  if (routeOptions.url === confirm.path && CONFIRM_WRONG.has(code)) return 'confirm_refused'
  const isSignedInCall = SIGNED_IN_CALLS.has(`${method} ${routeOptions.url}`)
  return NOT_YOURS.has(code) || (isSignedInCall && NOT_YOURS_SIGNED_IN.has(code))
    ? 'refused'
    : undefined
}
