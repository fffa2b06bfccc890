import type { FastifyRequest } from 'fastify'
import { scope, within } from '#server/scope.ts'
import type { Actor } from './actor.ts'

/** The viewer of a page: the id of a signed-in user, and whether it is an operator. */
export type Viewer = { userId: string | null; isOperator: boolean }

/** The cookies of operators' sessions, also while they see what a person sees. */
const OPERATOR_COOKIE = /^(__Host-)?lustra_(operator|view)$/

/**
 * Runs the reads of a page that this process renders. They carry no session, so that `viewerOf` asks the page's request
 * who looks.
 */
export function readForViewer<Result>(
  request: FastifyRequest,
  actor: Actor | null,
  read: () => Result,
): Result {
  return within({ viewer: viewerOf(request, actor) }, read)
}

/** The viewer who sent a request. A forged cookie of an operator only keeps the own views from being counted. */
export function viewerOf(request: Pick<FastifyRequest, 'cookies'>, actor: Actor | null): Viewer {
  return (
    scope().viewer ?? {
      userId: actor?.id ?? null,
      isOperator: Object.keys(request.cookies).some((name) => OPERATOR_COOKIE.test(name)),
    }
  )
}
