import { aroundCalls } from '../around-calls.ts'
import type { Files } from '../files/files.ts'
import type { Mail } from '../mail/mail.ts'
import type { Payments } from '../payments/payments.ts'
import type { Push } from '../push/push.ts'
import type { Tracing } from '../traces/tracing.ts'
import type { Meters } from './meters.ts'

/** A mail service that counts each letter: 'sent' or 'failed'. rule: probes-and-metrics */
export function measuredMail(mail: Mail, meters: Meters, tracing?: Tracing): Mail {
  return {
    send: (letter) =>
      timed(
        () => inSpan(tracing, 'mail send', () => mail.send(letter)),
        (seconds, failed) => meters.mail.observe({ outcome: failed ? 'failed' : 'sent' }, seconds),
      ),
  }
}

/** A push service that counts each notification by its outcome. rule: probes-and-metrics */
export function measuredPush(push: Push, meters: Meters, tracing?: Tracing): Push {
  return {
    ...push,
    async send(to, text, ttlSeconds) {
      const begin = performance.now()
      const outcome = await inSpan(tracing, 'push send', () => push.send(to, text, ttlSeconds))
      const label = typeof outcome === 'string' ? outcome : 'waits'
      meters.push.observe({ outcome: label }, (performance.now() - begin) / 1000)
      return outcome
    },
  }
}

/** A payment provider that counts each call by its name and outcome: 'done' or 'failed'. rule: probes-and-metrics */
export function measuredPayments(payments: Payments, meters: Meters, tracing?: Tracing): Payments {
  const measure = (name: string, call: () => Promise<unknown>) =>
    timed(
      () => inSpan(tracing, `payments ${name}`, call),
      (seconds, failed) =>
        meters.provider.observe({ call: name, outcome: failed ? 'failed' : 'done' }, seconds),
    )
  return aroundCalls(payments, measure, /^verifyWebhook$/)
}

/** A store of files with a span for each call. rule: log-lines */
export function tracedFiles(files: Files, tracing: Tracing | undefined): Files {
  if (!tracing) return files
  return aroundCalls(files, (name, call) => inSpan(tracing, `bucket ${name}`, call), FILE_LISTS)
}

/** The calls of files that give one name after another. */
export const FILE_LISTS = /^list/

function inSpan<Value>(
  tracing: Tracing | undefined,
  name: string,
  work: () => Promise<Value>,
): Promise<Value> {
  return tracing ? tracing.span(name, {}, work) : work()
}

async function timed<Value>(
  call: () => Promise<Value>,
  record: (seconds: number, failed: boolean) => void,
): Promise<Value> {
  const begin = performance.now()
  const seconds = () => (performance.now() - begin) / 1000
  try {
    const value = await call()
    record(seconds(), false)
    return value
  } catch (error) {
    record(seconds(), true)
    throw error
  }
}
