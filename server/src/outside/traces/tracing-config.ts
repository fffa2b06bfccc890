import { headersOf } from '../logs/log-config.ts'
import { SETTINGS } from '#server/settings/declarations.ts'
import type { Declaration, Env } from '#server/settings/declarations.ts'
import { requireChoice } from '#server/settings/read-setting.ts'
import { StartupProblem } from '#server/settings/startup-problem.ts'
import { isThisMachine } from '#server/settings/this-machine.ts'

/** The collector of traces. All else OpenTelemetry's own packages read from the environment. */
export type TracingConfig = { url: string; headers: Readonly<Record<string, string>> }

const SAMPLERS = /^(parentbased_)?(always_on|always_off|traceidratio)$/

/** Reads the standard variables of OpenTelemetry. undefined: there are no traces. rule: log-lines */
export function readTracingConfig(env: Env): TracingConfig | undefined {
  const all = env['OTEL_EXPORTER_OTLP_ENDPOINT']
  const own = env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT']
  const isOff = env['OTEL_SDK_DISABLED'] === 'true' || env['OTEL_TRACES_EXPORTER'] === 'none'
  if ((!all && !own) || isOff) return undefined
  const name = own ? 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT' : 'OTEL_EXPORTER_OTLP_ENDPOINT'
  const url = collectorOf(name, own || `${all!.replace(/\/$/, '')}/v1/traces`)
  requireChoice(env, ownOrAll(env, 'PROTOCOL'))
  const headers = ownOrAll(env, 'HEADERS')
  checkOthers(env)
  return { url, headers: headersOf(headers, env[headers]) }
}

/** The variable that counts: the one for traces alone, if it is set. */
function ownOrAll<Setting extends 'PROTOCOL' | 'HEADERS'>(
  env: Env,
  setting: Setting,
): `OTEL_EXPORTER_OTLP_${'TRACES_' | ''}${Setting}` {
  const own = `OTEL_EXPORTER_OTLP_TRACES_${setting}` as const
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

function checkOthers(env: Env): void {
  const declared: Readonly<Record<string, Declaration>> = SETTINGS
  // The packages would replace a wrong number without a word.
  for (const [name, text] of Object.entries(env)) {
    const range = name.startsWith('OTEL_') ? declared[name]?.range : undefined
    const [min = 0, max = 0] = range ?? []
    if (range && text && !(Number(text) >= min && Number(text) <= max))
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
