import type { FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Db } from '#server/db/db.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from './actor.ts'
import type { App } from './app.ts'
import { readIdempotencyKey, runOnce } from './idempotency.ts'
import type { Idempotency } from './idempotency.ts'
import { isRawAnswer } from './raw-answer.ts'
import type { RawAnswer } from './raw-answer.ts'
import { refuse } from './refusal.ts'
import { answerWithEtag, serializeOnce } from './etag.ts'
import { validate } from './validate.ts'

type Out<Schema> = NonNullable<Schema> extends z.ZodType ? z.output<NonNullable<Schema>> : undefined
type In<Schema> = NonNullable<Schema> extends z.ZodType ? z.input<NonNullable<Schema>> : undefined

type Call<E extends Endpoint> = {
  params: Out<E['params']>
  query: Out<E['query']>
  body: Out<E['body']>
  actor: E['caller'] extends { role: 'anyone' } ? Actor | null : Actor
  /** Where the deed writes: a transaction when an Idempotency-Key came, else the pool. */
  db: Db
  /** The Idempotency-Key's idempotency, for a deed that keeps its own outcome (`savesOwnAnswer`). */
  idempotency: Idempotency | undefined
  request: FastifyRequest
  reply: FastifyReply
}

type Options = RouteShorthandOptions & {
  /** The deed honours the Idempotency-Key in its own statement; else it is done within a transaction that does. */
  savesOwnAnswer?: boolean
}

/**
 * Puts a call of the contract on the server. In this order: session, role, own id, input; then the handler; then the answer is
 * filtered by the contract, so that a field it does not name cannot leave (decisions 6, 8, 40). What is read as JSON carries its ETag.
 */
export function implement<E extends Endpoint>(
  app: App,
  context: Context,
  call: E,
  handle: (call: Call<E>) => Promise<In<E['answer']> | RawAnswer> | In<E['answer']> | RawAnswer,
  { savesOwnAnswer = false, ...options }: Options = {},
): void {
  const inWriting = serializeOnce((answer) => call.answer.parse(answer))
  app.route({
    ...options,
    method: call.method,
    url: urlOf(call),
    // Before the body is read: nobody uploads for a 401.
    ...(call.caller.role === 'anyone' ? {} : { onRequest: onlyFor(app, call.caller) }),
    handler: async (request, reply) => {
      const actor = await app.actorOf(request)
      if (call.self && actor) refuseForeignId(request, call.self, actor)
      const read = (part: 'params' | 'query' | 'body') => {
        const schema = call[part]
        return schema && validate(schema, request[part], part, call.listsComplaints ?? false)
      }
      const input = { params: read('params'), query: read('query'), body: read('body') }
      const key = request.headers['idempotency-key']
      const idempotency =
        call.idempotent && actor && typeof key === 'string'
          ? readIdempotencyKey(actor.id, `${call.method} ${call.path}`, key, request.body)
          : undefined
      const answerOn = (db: Db) =>
        handle({ ...input, actor, db, idempotency, request, reply } as Call<E>)
      const answer =
        idempotency && !savesOwnAnswer
          ? await runOnce(context.db, idempotency, async (tx) => answerOn(tx))
          : await answerOn(context.db)

      const { answerType = 'application/json' } = call
      reply.type(`${answerType}; charset=utf-8`)
      if (isRawAnswer(answer)) return reply.send(answer.bytes)
      if (call.method !== 'GET' || call.answerType) return reply.send(call.answer.parse(answer))
      return reply.send(answerWithEtag(request, reply, inWriting(answer as object)).bytes)
    },
  })
}

/** A call's path in the router's spelling: '/api/bookings/:id'. */
export function urlOf({ path }: Pick<Endpoint, 'path'>): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}

function onlyFor(app: App, caller: Endpoint['caller']) {
  return async (request: FastifyRequest) => {
    const actor = await app.actorOf(request)
    if (!actor) refuse('not_signed_in')
    if ('roleRefusal' in caller && actor.role !== caller.role) refuse(caller.roleRefusal)
  }
}

/** Ids of other people are refused without a look-up; a missing one is the validation's to name. */
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
