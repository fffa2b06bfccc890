import type { FastifyRequest } from 'fastify'
import type { Context } from '#server/context.ts'
import type { Actor } from '../calls/actor.ts'
import { viewerOf } from '../calls/page-viewer.ts'
import { hasWritten } from './public-reads.ts'

/**
 * Caches repeat an answer for two seconds, and for three more while one of them reads it again. Browsers compare the
 * cookies, so whoever signs in gets no answer of before.
 */
export const SHARED_ANSWER = {
  'cache-control': 'public, max-age=2, stale-while-revalidate=3',
  vary: 'Cookie',
} as const

/** Whether somebody reads as a stranger: signed in nowhere, and without a change just made. rule: server-rendering */
export function isVisitor(
  request: FastifyRequest,
  actor: Actor | null,
  config: Pick<Context['config'], 'secureCookies'>,
): boolean {
  const { userId, isOperator } = viewerOf(request, actor)
  return userId === null && !isOperator && !hasWritten(request, config)
}
