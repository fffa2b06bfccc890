import type { FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { z } from 'zod'
import { countsIds } from '#contract/declared-refusals.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Context } from '#server/context.ts'
import type { Actor, Operator } from './actor.ts'
import type { App } from '../app.ts'
import { readIdempotencyKey } from './idempotency.ts'
import type { Idempotency } from './idempotency.ts'
import { isRawAnswer } from './raw-answer.ts'
import type { RawAnswer } from './raw-answer.ts'
import { withChallenge } from '../limits/challenge.ts'
import { networkLimitsOf } from '../limits/network-limits.ts'
import type { NetworkLimits } from '../limits/network-limits.ts'
import { Refusal, refuse } from './refusal.ts'
import { refuseUnconfirmed } from './confirmed.ts'
import { refuseIfSuspended } from './suspended.ts'
import type { KeptAnswers } from '../headers/kept-answers.ts'
import { viewerOf } from './page-viewer.ts'
import { SHARED_ANSWER, isVisitor } from '../headers/public-caching.ts'
import { JsonWithEtag, answerWithEtag, serializeOnce } from '../headers/etag.ts'
import { validate } from './validate.ts'
import { hideFromView } from './hide-from-view.ts'

type Output<Schema> =
  NonNullable<Schema> extends z.ZodType ? z.output<NonNullable<Schema>> : undefined
type In<Schema> = NonNullable<Schema> extends z.ZodType ? z.input<NonNullable<Schema>> : undefined

type Call<E extends Endpoint> = {
  params: Output<E['params']>
  query: Output<E['query']>
  body: Output<E['body']>
  /** The user; never of a call of operators. */
  actor: E['caller'] extends { role: 'operator' }
    ? null
    : E['caller'] extends { role: 'anyone' }
      ? Actor | null
      : Actor
  /** The operator, of a call of operators. */
  operator: E['caller'] extends { role: 'operator' } ? Operator : null
  /** The request's Idempotency-Key, if the call honours one. The handler passes it to a function of idempotency.ts. */
  idempotency: Idempotency | undefined
  request: FastifyRequest
  reply: FastifyReply
}

/** The value that a handler returns. A `JsonWithEtag` is sent as it is, like a raw answer. */
type Answer<E extends Endpoint> = In<E['answer']> | RawAnswer | JsonWithEtag

export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Answer<E>> | Answer<E>

/**
 * `answerHeaders` are sent with each answer that is no refusal. `isShared`: caches may repeat what one
 * visitor reads to every other visitor, in place of these headers. `kept`: this process repeats it too.
 */
type Options = RouteShorthandOptions & {
  answerHeaders?: Record<string, string>
  isShared?: boolean
  kept?: KeptAnswers | undefined
}

/**
 * Serves an endpoint of the contract. It checks the session, the role, that a user id in the request is the caller's
 * own, that the session is confirmed where the call needs it, the input, and the limits by user or network, in this
 * order. Then it runs the handler. The answer is parsed by the contract's schema, so a field that the contract does not
 * define never leaves the server. A JSON answer to a GET has an ETag.
 * rule: order-of-refusal, own-ids-only, server-rendering, search-finds-listed, confirmation
 */
export function implement<E extends Endpoint>(
  app: App,
  context: Context,
  call: E,
  handle: Handler<E>,
  { answerHeaders = {}, isShared = false, kept, ...options }: Options = {},
): void {
  const limits = networkLimitsOf(context)
  const serialize = serializeOnce((answer) => call.answer.parse(answer))
  app.route({
    ...options,
    ...(kept && { config: { isKept: ({ url }: FastifyRequest) => kept.has(url) } }),
    method: call.method,
    url: urlOf(call),
    // In onRequest, because that runs before the body is read: a 401 costs no upload.
    ...(call.caller.role === 'anyone' ? {} : { onRequest: requireCaller(app, call) }),
    handler: async (request, reply) => {
      const isForOperators = call.caller.role === 'operator'
      const actor = isForOperators ? null : await app.actorOf(request)
      const operator = isForOperators ? await app.operatorOf(request) : null
      const caller = actor ?? operator
      if (call.self && actor) refuseForeignId(request, call.self, actor)
      if (call.needsConfirmation && caller) refuseUnconfirmed(caller, context)
      const isForAll = isShared && isVisitor(request, actor, context.config)
      const known = isForAll ? kept?.get(request.url) : undefined
      // An answer that is kept was asked for with the same input, which was valid.
      const input = known ? undefined : inputOf(call, request)
      if (countsIds(call)) await limits.checkMissing(request, caller)
      const key = request.headers['idempotency-key']
      const idempotency =
        call.idempotent && caller && typeof key === 'string'
          ? readIdempotencyKey(
              caller.id,
              `${call.method} ${call.path}`,
              key,
              contentOf(call, request),
            )
          : undefined
      const run = () =>
        countMissing(limits, request, caller, async () => {
          if (call.networkLimit) await limits.consume(call.networkLimit, request, caller)
          return (
            known ?? handle({ ...input, actor, operator, idempotency, request, reply } as Call<E>)
          )
        })
      const complete = call.offersChallenge
        ? await withChallenge(context, { call, request }, run)
        : await run()
      const answer = actor?.viewedUntil ? (hideFromView(complete) as typeof complete) : complete

      const { answerType = 'application/json' } = call
      reply.headers(answerHeaders).type(`${answerType}; charset=utf-8`)
      if (isForAll) reply.headers(SHARED_ANSWER)
      if (isRawAnswer(answer)) return reply.send(answer.bytes)
      if (call.method !== 'GET' || call.answerType) return reply.send(call.answer.parse(answer))
      const json = answer instanceof JsonWithEtag ? answer : serialize(answer as object)
      json.count?.(viewerOf(request, actor))
      if (isForAll && !known) kept?.set(request.url, json)
      return reply.send(answerWithEtag(request, reply, json).bytes)
    },
  })
}

function inputOf(call: Endpoint, request: FastifyRequest) {
  const read = (part: 'params' | 'query' | 'body') => {
    const schema = call[part]
    return schema && validate(schema, request[part], part, call.listsAllFailures ?? false)
  }
  return { params: read('params'), query: read('query'), body: read('body') }
}

/** The content that a repeated request shares with the first: an equal body for another booking is another request. */
function contentOf({ params }: Endpoint, request: FastifyRequest): unknown {
  return params ? [request.params, request.body] : request.body
}

/** Counts an answer that something does not exist, so that nobody can try ids without end. rule: rate-limits */
async function countMissing<Result>(
  limits: NetworkLimits,
  request: FastifyRequest,
  caller: Pick<Actor, 'id'> | null,
  handle: () => Promise<Result>,
): Promise<Result> {
  try {
    return await handle()
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) await limits.countMissing(request, caller)
    throw error
  }
}

/** A call's path in Fastify's syntax: '/api/bookings/:id'. */
export function urlOf({ path }: Pick<Endpoint, 'path'>): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}

function requireCaller(app: App, call: Endpoint) {
  const { caller } = call
  if (caller.role === 'operator')
    return async (request: FastifyRequest) => {
      if (!(await app.operatorOf(request))) refuse('not_signed_in')
    }
  return async (request: FastifyRequest) => {
    const actor = await app.actorOf(request)
    if (!actor) refuse('not_signed_in')
    if ('roleRefusal' in caller && actor.role !== caller.role) refuse(caller.roleRefusal)
    refuseIfSuspended(actor, call)
  }
}

/** Refuses another user's id without a database query. A missing id is left to the validation. rule: own-ids-only */
function refuseForeignId(
  request: FastifyRequest,
  self: NonNullable<Endpoint['self']>,
  actor: Actor,
): void {
  const part: unknown = request[self.in]
  const id =
    typeof part === 'object' && part !== null
      ? (part as Record<string, unknown>)[self.field]
      : undefined
  if (id !== undefined && id !== actor.id) refuse('not_yours')
}
