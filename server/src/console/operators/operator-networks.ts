import { isIPv6 } from 'node:net'
import { OPERATOR_API_PATH } from '#contract/console/operators.ts'
import type { App } from '#server/http/app.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import type { Context } from '#server/context.ts'

/**
 * Refuses 'not_found' for the calls of operators to whoever is outside of OPERATOR_NETWORKS, before anything else is
 * said about them. rule: operator-host
 */
export function hideFromOtherNetworks(app: App, { config }: Pick<Context, 'config'>): void {
  if (!config.operatorNetworks) return
  app.addHook('onRequest', (request, _reply, done) => {
    if (isOf(OPERATOR_API_PATH, request.url) && !isOperatorNetwork(config, request.ip))
      refuse('not_found')
    done()
  })
}

/** Whether an address may see what belongs to operators. rule: operator-host */
export function isOperatorNetwork(
  { operatorNetworks }: Pick<Context['config'], 'operatorNetworks'>,
  address: string | undefined,
): boolean {
  if (!operatorNetworks) return true
  if (address === undefined) return false
  return operatorNetworks.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

/** Whether the path of an address, as a router reads it, is this one or below it. */
export function isOf(path: string, url: string): boolean {
  const read = decoded(url.split('?', 1)[0]!)
  return read === path || read.startsWith(`${path}/`)
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
