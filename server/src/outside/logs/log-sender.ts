import { setTimeout as wait } from 'node:timers/promises'
import type { LogCollector } from './log-config.ts'

const EVERY_MS = 1000
const REQUEST_MS_MAX = 10_000
const LINES_A_REQUEST = 500
/** The most lines that wait in memory while the collector is away. Further ones are counted, and the number is sent. */
const WAITING_MAX = 20_000
const PAUSE_MS_MAX = 30_000
const CLOSE_MS_MAX = 3000

/** pino's levels as those of OpenTelemetry. */
const SEVERITIES: Readonly<Record<number, readonly [number, string]>> = {
  10: [1, 'TRACE'],
  20: [5, 'DEBUG'],
  30: [9, 'INFO'],
  40: [13, 'WARN'],
  50: [17, 'ERROR'],
  60: [21, 'FATAL'],
}

export type LogSender = {
  /** A line of pino. */
  write(line: string): void
  /** Sends what waits, for a few seconds at most. */
  close(): Promise<void>
}

/**
 * Sends each line of the log to a collector of OpenTelemetry (OTLP over http, in JSON), which whoever breaks into this
 * server cannot change. A line is kept until the collector has confirmed it. rule: log-lines
 */
export function logSender(collector: LogCollector, everyMs = EVERY_MS): LogSender {
  let waiting: string[] = []
  let lost = 0
  const ending = new AbortController()

  /** Resolves to false if the lines have to be sent again. */
  const sendSome = async (): Promise<boolean> => {
    const lines = waiting.slice(0, LINES_A_REQUEST)
    const lostNow = lost
    const answer = await post(collector, lines, lostNow)
    if (answer === 'again') return false
    waiting = waiting.slice(lines.length)
    lost += (answer === 'refused' ? lines.length : 0) - lostNow
    return answer === 'taken'
  }

  const run = async () => {
    let pauseMs = everyMs
    while (!ending.signal.aborted) {
      await wait(pauseMs, undefined, { signal: ending.signal, ref: false }).catch(() => {})
      pauseMs = everyMs
      while (waiting.length > 0 && !ending.signal.aborted) {
        if (await sendSome()) continue
        pauseMs = Math.min(pauseMs * 2, PAUSE_MS_MAX)
        await wait(pauseMs, undefined, { signal: ending.signal, ref: false }).catch(() => {})
      }
    }
  }
  const running = run()
  const sendRest = async () => {
    await running
    while (waiting.length > 0 && (await sendSome()));
  }

  return {
    write(line) {
      if (waiting.length < WAITING_MAX) waiting.push(line)
      else lost += 1
    },
    async close() {
      ending.abort()
      await Promise.race([sendRest(), wait(CLOSE_MS_MAX, undefined, { ref: false })])
    },
  }
}

/** 'again': the collector is away or busy. 'refused': it will never take these lines. */
async function post(
  { url, headers }: LogCollector,
  lines: readonly string[],
  lost: number,
): Promise<'taken' | 'refused' | 'again'> {
  try {
    const { status } = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(requestOf(lines, lost)),
      signal: AbortSignal.timeout(REQUEST_MS_MAX),
    })
    if (status >= 200 && status < 300) return 'taken'
    return status === 400 || status === 413 ? 'refused' : 'again'
  } catch {
    return 'again'
  }
}

function requestOf(lines: readonly string[], lost: number) {
  const records = lines.map(recordOf)
  if (lost > 0)
    records.unshift(recordOf(JSON.stringify({ level: 40, msg: `${lost} lines were lost` })))
  const attributes = [{ key: 'service.name', value: { stringValue: 'lustra' } }]
  return {
    resourceLogs: [
      { resource: { attributes }, scopeLogs: [{ scope: { name: 'lustra' }, logRecords: records }] },
    ],
  }
}

function recordOf(line: string) {
  const { level, time } = JSON.parse(line) as { level: number; time?: string | number }
  const [severityNumber, severityText] = SEVERITIES[level] ?? [0, '']
  const ms = time === undefined ? Date.now() : new Date(time).getTime()
  return {
    timeUnixNano: `${ms}000000`,
    severityNumber,
    severityText,
    body: { stringValue: line.trimEnd() },
  }
}
