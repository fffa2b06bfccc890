import type { TracingConfig } from './tracing-config.ts'

/** The facts of a span: names and numbers that the code knows; never a value of a row, an address or a secret. */
export type Facts = Record<string, string | number>

/** A span that has begun. */
export type OpenSpan = {
  /** Runs work whose spans are below this one. */
  run<Value>(work: () => Value): Value
  end(outcome: { facts: Facts; failed: boolean }): void
}

/** Spans of requests, jobs, statements and calls to the outside. rule: log-lines */
export type Tracing = {
  /** A span of a request: of its own trace, or of the trace that the `traceparent` of its caller names. */
  begin(name: string, facts: Facts, caller?: Record<string, unknown>): OpenSpan
  /** Runs work in a span: below the current one, or as a trace of its own. */
  span<Value>(name: string, facts: Facts, work: () => Promise<Value>): Promise<Value>
  /** Runs a statement in a span below the current one. Without one there is no span. */
  statement<Value>(text: string, work: () => Promise<Value>): Promise<Value>
  /** The ids of the current span, for the lines of the log. */
  ids(): Record<string, string>
  /** Sends what waits, for a few seconds at most. */
  close(): Promise<void>
}

/** Called when the collector did not take spans. */
export type OnLost = (error: unknown) => void

/** undefined: no traces are wanted, and nothing of them is loaded. rule: log-lines */
export async function openTracing(
  config: TracingConfig | undefined,
  onLost: OnLost,
): Promise<Tracing | undefined> {
  if (!config) return undefined
  const { sendTraces } = await import('./send-traces.ts')
  return sendTraces(config, onLost)
}
