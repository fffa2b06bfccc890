import type { Env, SettingName } from '#server/settings/declarations.ts'
import { choiceOf } from '#server/settings/read-setting.ts'
import { isThisMachine } from '#server/settings/this-machine.ts'
import { StartupProblem } from '#server/settings/startup-problem.ts'

/** The provider and its settings. rule: simulated-payments */
export type PaymentsConfig =
  | {
      provider: 'simulated'
      /** undefined: one is created in DATA_DIR. */
      webhookSecret: string | undefined
    }
  | {
      provider: 'stripe'
      secretKey: string
      webhookSecret: string
      /** undefined: Stripe's own address. */
      apiBase: URL | undefined
    }

/** The variable that allows simulated payments in production, such as on a demo server. */
const FORCE = 'ALLOW_SIMULATED_PAYMENTS'

/** Reads PAYMENTS and the variables that belong to it. The error names the wrong variable and never its value. */
export function readPaymentsConfig(env: Env, production: boolean): PaymentsConfig {
  const provider = choiceOf(env, 'PAYMENTS')
  if (provider === 'stripe') {
    return {
      provider,
      secretKey: secret(env, 'STRIPE_SECRET_KEY', ['sk_', 'rk_']),
      webhookSecret: secret(env, 'STRIPE_WEBHOOK_SECRET', ['whsec_']),
      apiBase: apiBaseOf(env),
    }
  }
  if (production && env[FORCE] !== 'yes') {
    throw new StartupProblem(
      `PAYMENTS has to be stripe in production; ${FORCE}=yes lets them be simulated there.`,
    )
  }
  const webhookSecret = env['PAYMENTS_WEBHOOK_SECRET'] || undefined
  if (webhookSecret !== undefined && webhookSecret.length < 16) {
    throw new StartupProblem('PAYMENTS_WEBHOOK_SECRET needs at least 16 characters.')
  }
  return { provider, webhookSecret }
}

function secret(env: Env, name: SettingName, prefixes: readonly string[]): string {
  const value = env[name] ?? ''
  if (prefixes.some((prefix) => new RegExp(`^${prefix}\\w+$`).test(value))) return value
  throw new StartupProblem(
    `PAYMENTS=stripe needs ${name}, which begins with ${prefixes.join(' or ')}.`,
  )
}

/** The secret key is sent there, so it must be https or this machine. */
function apiBaseOf(env: Env): URL | undefined {
  const text = env['STRIPE_API_BASE']
  if (!text) return undefined
  const url = URL.parse(text)
  const isSafe =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && isThisMachine(url.hostname))
  if (url && isSafe && url.pathname === '/') return url
  throw new StartupProblem(
    'STRIPE_API_BASE has to be an address such as https://api.stripe.com, or one on this machine.',
  )
}
