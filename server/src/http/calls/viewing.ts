import type { FastifyRequest } from 'fastify'
import { ENDPOINTS } from '#contract/contract.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { OPERATOR_API_PATH } from '#contract/console/operators.ts'
import type { App } from '../app.ts'
import { isApiPath } from './errors.ts'
import { urlOf } from './implement.ts'
import { viewerOf } from './page-viewer.ts'
import { refuse } from './refusal.ts'

const key = ({ method, path }: Endpoint) => `${method} ${urlOf({ path })}`
const all: readonly Endpoint[] = ENDPOINTS
const CALLS = new Set(all.map(key))
/** Pictures and files that everybody gets alike are no calls of people. */
const PUBLIC_FILES = all.filter(
  ({ caller, answerType = '' }) =>
    caller.role === 'anyone' && /^(image\/|text\/plain$|application\/xml$)/.test(answerType),
)
const OPEN = new Set([...all.filter(({ whileViewed }) => whileViewed), ...PUBLIC_FILES].map(key))

/**
 * Refuses every call of people while an operator sees what a person sees, but for the reads that the contract names:
 * before the body is read, whether or not the route is in the contract. rule: seeing-as-a-person
 */
export function refuseWhileViewing(app: App): void {
  const check = async (request: FastifyRequest) => {
    if (isOfOperators(request.url)) return
    const route = `${request.method === 'HEAD' ? 'GET' : request.method} ${request.routeOptions.url}`
    if (OPEN.has(route) || !(CALLS.has(route) || isApiPath(request))) return
    if ((await app.actorOf(request))?.viewedUntil) refuse('view_is_read_only')
  }
  app.addHook('onRequest', (request, _reply, done) => {
    // Only an operator views.
    if (viewerOf(request, null).isOperator) void check(request).then(() => done(), done)
    else done()
  })
}

const isOfOperators = (url: string) => url.startsWith(`${OPERATOR_API_PATH}/`)
