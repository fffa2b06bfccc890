import type { Env } from './declarations.ts'
import { requireChoice, textOf } from './read-setting.ts'
import { StartupProblem } from './startup-problem.ts'

const SETTINGS_OF_STRIPE = [
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_API_BASE',
] as const
const NAMED_EXACTLY = ['NODE_ENV', 'ALLOW_PLAIN_HTTP', 'ALLOW_SIMULATED_PAYMENTS'] as const

/**
 * Settings that make no sense together, or would silently do nothing. Throws StartupProblem with their names. rule:
 * settings
 */
export function refuseContradictions(env: Env): void {
  // A misspelt production would be a server with the rules of a demo.
  for (const name of NAMED_EXACTLY) requireChoice(env, name)
  const ofStripe = SETTINGS_OF_STRIPE.find((name) => env[name])
  if (ofStripe && env['PAYMENTS'] !== 'stripe' && isProvider(env))
    throw new StartupProblem(`${ofStripe} needs PAYMENTS=stripe.`)
  const port = textOf(env, 'PORT')
  if (env['METRICS_PORT'] === port && port !== '0')
    throw new StartupProblem('METRICS_PORT has to be another port than PORT.')
}

/** Another word than these two has a line of its own. */
function isProvider(env: Env): boolean {
  return textOf(env, 'PAYMENTS') === 'simulated'
}

/** Whether name, password and path of an address can be decoded; pg, the mail and the bucket throw otherwise. */
export function hasReadableParts({ username, password, pathname }: URL): boolean {
  try {
    for (const part of [username, password, pathname]) decodeURIComponent(part)
    return true
  } catch {
    return false
  }
}
