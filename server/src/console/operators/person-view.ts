import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { VIEW_MINUTES } from '#contract/console/operator-views.ts'
import type { Tx } from '#server/db/db.ts'
import type { Actor, Operator } from '#server/http/calls/actor.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import type { Context } from '#server/context.ts'
import type { OperatorReason } from '#server/trust/audit/operator-actions.ts'
import { recordAction } from '#server/trust/decisions/record-action.ts'
import { lockAccounts } from '#server/people/person/lock-people.ts'
import { actorWithoutSession, hashOf } from '#server/people/sessions/sessions.ts'
import { isOperatorNetwork } from './operator-networks.ts'

type Cookies = Pick<Context['config'], 'secureCookies'>

/**
 * An operator begins to see what a person sees, in place of an earlier view of this session. The person reads why, and
 * is told once the view is over. Refuses 'not_found'. rule: seeing-as-a-person, decisions
 */
export async function startView(
  tx: Tx,
  { operator, personId, at }: { operator: Operator; personId: string; at: Date },
  why: OperatorReason,
): Promise<{ seq: number; expiresAt: Date }> {
  await lockAccounts(tx, personId)
  if (!(await actorWithoutSession(tx, personId))) refuse('not_found')
  const expires_at = new Date(at.getTime() + VIEW_MINUTES * 60_000)
  const view = { person_id: personId, token_hash: randomBytes(32), began_at: at, expires_at }
  await tx
    .insertInto('operator_views')
    .values({ session_id: operator.sessionId, ...view })
    .onConflict((conflict) => conflict.column('session_id').doUpdateSet(view))
    .execute()
  const action = { action: 'person_viewed_as', subjectId: personId, at } as const
  const told = { people: [personId], shownAt: expires_at }
  const seq = await recordAction(tx, { ...action, ...told }, why, { as: 'text' })
  return { seq, expiresAt: expires_at }
}

/**
 * Gives the browser the cookie of a view that has begun. A repeated request gets a new one, because no saved answer has
 * it; none once the view is over. rule: seeing-as-a-person
 */
export async function setViewCookie(
  { db, config, clock }: Pick<Context, 'db' | 'config' | 'clock'>,
  reply: FastifyReply,
  { operator, personId, expiresAt }: { operator: Operator; personId: string; expiresAt: Date },
): Promise<void> {
  const maxAgeMs = expiresAt.getTime() - clock.now().getTime()
  if (maxAgeMs <= 0) return
  const token = randomBytes(32).toString('base64url')
  const { numUpdatedRows } = await db
    .updateTable('operator_views')
    .set({ token_hash: hashOf(token) })
    .where('session_id', '=', operator.sessionId)
    .where('person_id', '=', personId)
    .where('expires_at', '=', expiresAt)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  const maxAge = Math.ceil(maxAgeMs / 1000)
  void reply.setCookie(cookieName(config), token, { ...attributes(config), maxAge })
}

/** Ends the view of an operator's session. rule: seeing-as-a-person */
export async function endView(
  { db, config }: Pick<Context, 'db' | 'config'>,
  reply: FastifyReply,
  { sessionId }: Operator,
): Promise<void> {
  await db.deleteFrom('operator_views').where('session_id', '=', sessionId).execute()
  void reply.clearCookie(cookieName(config), attributes(config))
}

/**
 * Whom the operator of a request sees as, or null: the view's cookie counts with the cookie of the session that began
 * it alone, and in the networks of operators. rule: seeing-as-a-person
 */
export async function viewedPersonOf(
  { config, db, clock }: Pick<Context, 'config' | 'db' | 'clock'>,
  request: FastifyRequest,
  operatorOf: (request: FastifyRequest) => Promise<Operator | null>,
): Promise<Actor | null> {
  const token = viewToken(request, config)
  if (!token || !isOperatorNetwork(config, request.ip)) return null
  const operator = await operatorOf(request)
  if (!operator) return null
  const view = await db
    .selectFrom('operator_views')
    .select(['person_id', 'expires_at'])
    .where('token_hash', '=', hashOf(token))
    .where('session_id', '=', operator.sessionId)
    .where('expires_at', '>', clock.now())
    .executeTakeFirst()
  const person = view && (await actorWithoutSession(db, view.person_id))
  return person ? { ...person, viewedUntil: view.expires_at } : null
}

export function viewToken(request: FastifyRequest, config: Cookies): string | undefined {
  return request.cookies[cookieName(config)]
}

/** The name of the cookie. Under https the prefix `__Host-` keeps other hosts and plain http from setting it. */
function cookieName({ secureCookies }: Cookies): string {
  return secureCookies ? '__Host-lustra_view' : 'lustra_view'
}

function attributes({ secureCookies }: Cookies) {
  return { path: '/', httpOnly: true, sameSite: 'strict', secure: secureCookies } as const
}
