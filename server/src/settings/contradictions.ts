import { StartupProblem } from './startup-problem.ts'

const SETTINGS_OF_STRIPE = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_API_BASE']
const ENVIRONMENTS = ['production', 'development', 'test']
const YES_ALONE = ['ALLOW_PLAIN_HTTP', 'ALLOW_SIMULATED_PAYMENTS']

/**
 * Settings that make no sense together, or would silently do nothing. Throws StartupProblem with their names. rule:
 * settings
 */
export function refuseContradictions(env: NodeJS.ProcessEnv): void {
  // A misspelt production would be a server with the rules of a demo.
  if (env['NODE_ENV'] && !ENVIRONMENTS.includes(env['NODE_ENV']))
    throw new StartupProblem('NODE_ENV has to be production, development or test, or empty.')
  for (const name of YES_ALONE)
    if (env[name] && env[name] !== 'yes')
      throw new StartupProblem(`${name} has to be yes, or empty.`)
  const ofStripe = SETTINGS_OF_STRIPE.find((name) => env[name])
  if (ofStripe && env['PAYMENTS'] !== 'stripe' && isProvider(env))
    throw new StartupProblem(`${ofStripe} needs PAYMENTS=stripe.`)
  const port = env['PORT'] || '3000'
  if (env['METRICS_PORT'] === port && port !== '0')
    throw new StartupProblem('METRICS_PORT has to be another port than PORT.')
}

/** Another word than these two has a line of its own. */
function isProvider(env: NodeJS.ProcessEnv): boolean {
  return [undefined, '', 'simulated'].includes(env['PAYMENTS'])
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
