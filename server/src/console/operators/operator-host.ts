import type { FastifyRequest } from 'fastify'
import { OPERATOR_API_PATH } from '#contract/console/operators.ts'
import type { App } from '#server/http/app.ts'
import { HEALTH_PATHS } from '#server/http/health.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import type { Context } from '#server/context.ts'
import { isOf } from './operator-networks.ts'

type Origins = Pick<Context['config'], 'publicOrigin' | 'operatorOrigin'>

const CONSOLE_PATH = '/operator'

/**
 * With OPERATOR_ORIGIN the console and the calls of operators are answered at its host alone, and that host answers
 * nothing else: the browser keeps its cookies, storage and scripts apart from those of people. An operator who sees as
 * a person sees the pages of people there too. rule: operator-host
 */
export function separateOperatorHost(app: App, { config }: Pick<Context, 'config'>): void {
  if (config.operatorOrigin === config.publicOrigin) return
  app.addHook('onRequest', async (request) => {
    const { url } = request
    if (HEALTH_PATHS.some((path) => isOf(path, url))) return
    const isAtHost = isOperatorHost(config, request)
    // Pages of the console answer this themselves, with a page.
    if (isOf(CONSOLE_PATH, url) || isOf(OPERATOR_API_PATH, url) === isAtHost) return
    if (isAtHost && (await app.actorOf(request))?.viewedUntil) return
    refuse('not_found')
  })
}

/** Whether a request came to the host of the console. rule: operator-host */
export function isOperatorHost(
  { operatorOrigin }: Pick<Origins, 'operatorOrigin'>,
  { host }: Pick<FastifyRequest, 'host'>,
): boolean {
  return host.toLowerCase() === new URL(operatorOrigin).host
}
