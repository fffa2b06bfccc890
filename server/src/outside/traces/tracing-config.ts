import { headersOf } from '../logs/log-config.ts'
import { StartupProblem } from '#server/settings/startup-problem.ts'
import { isThisMachine } from '#server/settings/this-machine.ts'

/** The collector of traces. All else OpenTelemetry's own packages read from the environment. */
export type TracingConfig = { url: string; headers: Readonly<Record<string, string>> }

const SAMPLERS = /^(parentbased_)?(always_on|always_off|traceidratio)$/

/** The numbers that the packages would replace without a word when they are wrong. */
const RANGES: Readonly<Record<string, readonly [min: number, max: number]>> = {
  OTEL_EXPORTER_OTLP_TIMEOUT: [100, 60_000],
  OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: [100, 60_000],
  OTEL_TRACES_SAMPLER_ARG: [0, 1],
  OTEL_BSP_MAX_QUEUE_SIZE: [1, 65_536],
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: [1, 65_536],
  OTEL_BSP_SCHEDULE_DELAY: [100, 60_000],
  OTEL_BSP_EXPORT_TIMEOUT: [100, 60_000],
}

/** Reads the standard variables of OpenTelemetry. undefined: there are no traces. rule: log-lines */
export function readTracingConfig(env: NodeJS.ProcessEnv): TracingConfig | undefined {
  const all = env['OTEL_EXPORTER_OTLP_ENDPOINT']
  const own = env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT']
  const isOff = env['OTEL_SDK_DISABLED'] === 'true' || env['OTEL_TRACES_EXPORTER'] === 'none'
  if ((!all && !own) || isOff) return undefined
  const name = own ? 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT' : 'OTEL_EXPORTER_OTLP_ENDPOINT'
  const url = collectorOf(name, own || `${all!.replace(/\/$/, '')}/v1/traces`)
  const protocol = ownOrAll(env, 'PROTOCOL')
  if (env[protocol] && env[protocol] !== 'http/json')
    throw new StartupProblem(`${protocol} has to be http/json, or unset.`)
  const headers = ownOrAll(env, 'HEADERS')
  checkOthers(env)
  return { url, headers: headersOf(headers, env[headers]) }
}

/** The variable that counts: the one for traces alone, if it is set. */
function ownOrAll(env: NodeJS.ProcessEnv, setting: string): string {
  const own = `OTEL_EXPORTER_OTLP_TRACES_${setting}`
  return env[own] ? own : `OTEL_EXPORTER_OTLP_${setting}`
}

function collectorOf(name: string, text: string): string {
  const url = URL.parse(text)
  const isSafe =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && isThisMachine(url.hostname))
  if (url && isSafe && !url.username && !url.password) return url.href
  throw new StartupProblem(
    `${name} has to be an address such as https://traces.example, or one on this machine.`,
  )
}

function checkOthers(env: NodeJS.ProcessEnv): void {
  for (const [name, [min, max]] of Object.entries(RANGES)) {
    const text = env[name]
    if (text && !(Number(text) >= min && Number(text) <= max))
      throw new StartupProblem(`${name} has to be a number from ${min} to ${max}.`)
  }
  if (!SAMPLERS.test(env['OTEL_TRACES_SAMPLER'] || 'always_on'))
    throw new StartupProblem(
      'OTEL_TRACES_SAMPLER has to be always_on, always_off, traceidratio, or one of these after parentbased_.',
    )
  const facts = env['OTEL_RESOURCE_ATTRIBUTES'] || 'a=b'
  if (!facts.split(',').every((fact) => /^\s*[\w.-]+=[^=]*$/.test(fact)))
    throw new StartupProblem(
      'OTEL_RESOURCE_ATTRIBUTES has to be names and values such as deployment.environment=production, with commas between them.',
    )
}
