import type { Env } from './declarations.ts'
import { textOf, wholeNumber } from './read-setting.ts'
import { StartupProblem } from './startup-problem.ts'
import { isThisMachine } from './this-machine.ts'

/** The port and host of the metrics, and the token that their readers need. */
export type MetricsConfig = {
  port: number
  host: string
  /** undefined: who reaches the port may read them. */
  token: string | undefined
}

const TOKEN_LENGTH_MIN = 16

/** The port of the metrics. Other machines need a token, and in production https. rule: probes-and-metrics */
export function readMetricsConfig(env: Env, production: boolean): MetricsConfig | undefined {
  if (!env['METRICS_PORT']) {
    const alone = (['METRICS_TOKEN', 'METRICS_HOST'] as const).find((name) => env[name])
    if (alone) throw new StartupProblem(`${alone} needs METRICS_PORT.`)
    return undefined
  }
  const port = wholeNumber(env, 'METRICS_PORT')
  const host = textOf(env, 'METRICS_HOST')
  const token = env['METRICS_TOKEN'] || undefined
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token))
    throw new StartupProblem('METRICS_TOKEN has to be letters, digits and signs without spaces.')
  if (token !== undefined && token.length < TOKEN_LENGTH_MIN)
    throw new StartupProblem(`METRICS_TOKEN needs at least ${TOKEN_LENGTH_MIN} characters.`)
  if (isThisMachine(host)) return { port, host, token }
  if (token === undefined)
    throw new StartupProblem('METRICS_HOST needs METRICS_TOKEN, unless it is 127.0.0.1.')
  if (production && !env['TLS_CERT_FILE'] && env['ALLOW_PLAIN_HTTP'] !== 'yes')
    throw new StartupProblem(
      'METRICS_HOST has to be 127.0.0.1 in production without TLS_CERT_FILE and TLS_KEY_FILE; ALLOW_PLAIN_HTTP=yes says that another layer encrypts.',
    )
  return { port, host, token }
}
