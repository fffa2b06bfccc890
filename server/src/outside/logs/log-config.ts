import type { Env } from '#server/settings/declarations.ts'
import { isThisMachine } from '#server/settings/this-machine.ts'
import { StartupProblem } from '#server/settings/startup-problem.ts'

/** The collector of the log, and the headers that it asks to see, such as a token. */
export type LogCollector = { url: string; headers: Readonly<Record<string, string>> }

/** Reads LOG_URL and LOG_HEADERS. rule: log-lines */
export function readLogCollector(env: Env): LogCollector | undefined {
  const text = env['LOG_URL']
  if (!text) {
    if (env['LOG_HEADERS']) throw new StartupProblem('LOG_HEADERS needs LOG_URL.')
    return undefined
  }
  const url = URL.parse(text)
  const isSafe =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && isThisMachine(url.hostname))
  if (!url || !isSafe || url.username || url.password) {
    throw new StartupProblem(
      'LOG_URL has to be an address such as https://logs.example/v1/logs, or one on this machine.',
    )
  }
  return { url: url.href, headers: headersOf('LOG_HEADERS', env['LOG_HEADERS']) }
}

/** `Authorization=Bearer …,X-Scope=lustra`, as OpenTelemetry writes headers: the values are percent-encoded. */
export function headersOf(setting: string, text: string | undefined): Record<string, string> {
  if (!text) return {}
  try {
    const pairs = text.split(',').map((pair) => {
      const [, name = '', value = ''] = /^\s*([\w-]+)=(.+?)\s*$/.exec(pair) ?? []
      return [name, decodeURIComponent(value)] as const
    })
    const headers = new Headers(pairs.map(([name, value]) => [name, value]))
    return Object.fromEntries(headers)
  } catch {
    throw new StartupProblem(
      `${setting} has to be names and values such as Authorization=Bearer%20TOKEN, with commas between them.`,
    )
  }
}
