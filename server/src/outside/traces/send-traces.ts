import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  defaultTextMapGetter,
  trace,
} from '@opentelemetry/api'
import type { Context, Span } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import type { SpanExporter } from '@opentelemetry/sdk-trace-base'
import { setTimeout as wait } from 'node:timers/promises'
import type { TracingConfig } from './tracing-config.ts'
import type { Facts, OnLost, Tracing } from './tracing.ts'

const TEXT_LENGTH_MAX = 2000
const CLOSE_MS_MAX = 3000
const TELL_EVERY_MS = 600_000

/**
 * Sends spans to a collector by the packages of OpenTelemetry. Nothing is registered for the whole process, so that
 * two servers of one process do not share a trace. rule: log-lines
 */
export function sendTraces({ url, headers }: TracingConfig, onLost: OnLost): Tracing {
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'lustra' }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanLimits: { attributeValueLengthLimit: TEXT_LENGTH_MAX },
    spanProcessors: [
      new BatchSpanProcessor(telling(new OTLPTraceExporter({ url, headers }), onLost)),
    ],
  })
  const tracer = provider.getTracer('lustra')
  const contexts = new AsyncLocalStorageContextManager().enable()
  const propagator = new W3CTraceContextPropagator()

  const inside = async <Value>(span: Span, context: Context, work: () => Promise<Value>) => {
    try {
      return await contexts.with(trace.setSpan(context, span), work)
    } catch (error) {
      fail(span, { 'error.type': kindOf(error) })
      throw error
    } finally {
      span.end()
    }
  }

  return {
    begin(name, facts, caller = {}) {
      const context = propagator.extract(ROOT_CONTEXT, caller, defaultTextMapGetter)
      const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes: facts }, context)
      return {
        run: (work) => contexts.with(trace.setSpan(context, span), work),
        end(outcome) {
          if (outcome.failed) fail(span, outcome.facts)
          else span.setAttributes(outcome.facts)
          span.end()
        },
      }
    },
    span(name, facts, work) {
      const context = contexts.active()
      const kind = trace.getSpan(context) ? SpanKind.CLIENT : SpanKind.CONSUMER
      return inside(tracer.startSpan(name, { kind, attributes: facts }, context), context, work)
    },
    statement(text, work) {
      const context = contexts.active()
      const flags = trace.getSpanContext(context)?.traceFlags ?? TraceFlags.NONE
      if ((flags & TraceFlags.SAMPLED) === 0) return work()
      const plain = text.replaceAll(/\s+/g, ' ').trim()
      const name = /^(?:\/\*.*?\*\/ ?)?(\w+)/.exec(plain)?.[1]?.toLowerCase() ?? 'statement'
      const attributes = { 'db.system.name': 'postgresql', 'db.query.text': plain }
      const span = tracer.startSpan(`sql ${name}`, { kind: SpanKind.CLIENT, attributes }, context)
      return inside(span, context, work)
    },
    ids(): Record<string, string> {
      const current = trace.getSpanContext(contexts.active())
      return current ? { trace_id: current.traceId, span_id: current.spanId } : {}
    },
    async close() {
      const sent = provider.shutdown().catch(() => {})
      await Promise.race([sent, wait(CLOSE_MS_MAX, undefined, { ref: false })])
      contexts.disable()
    },
  }
}

/** Wraps an exporter so that it tells when spans could not be sent, but not again for ten minutes. */
function telling(exporter: SpanExporter, onLost: OnLost): SpanExporter {
  let quietUntil = 0
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.code === ExportResultCode.FAILED && performance.now() >= quietUntil) {
          quietUntil = performance.now() + TELL_EVERY_MS
          onLost(result.error)
        }
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  }
}

function fail(span: Span, facts: Facts): void {
  span.setAttributes(facts).setStatus({ code: SpanStatusCode.ERROR })
}

/** PostgreSQL's code or the kind of the error; its message may repeat a value. */
function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
