import type { Config } from '#server/config.ts'
import { StartupProblem } from './startup-problem.ts'
import { isThisMachine } from './this-machine.ts'

type Addresses = Pick<Config, 'host' | 'publicOrigin'>

/** Whether HOST and PUBLIC_ORIGIN say that only this machine reaches the server. rule: demo-world */
export function isOnlyHere({ host, publicOrigin }: Addresses): boolean {
  return isThisMachine(host) && isThisMachine(new URL(publicOrigin).hostname)
}

/** A server for people, whose NODE_ENV was forgotten, would have the rules of a demo. rule: settings */
export function requireProduction({
  production,
  publicOrigin,
}: Pick<Config, 'production' | 'publicOrigin'>): void {
  const { protocol, hostname } = new URL(publicOrigin)
  if (production || protocol === 'http:' || isThisMachine(hostname)) return
  throw new StartupProblem(
    'PUBLIC_ORIGIN is an https address that others reach: NODE_ENV=production has to be set.',
  )
}
