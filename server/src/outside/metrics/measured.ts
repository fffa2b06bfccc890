import type { Mail } from '#server/outside/mail/mail.ts'
import type { Payments } from '#server/outside/payments/payments.ts'
import type { Push } from '#server/outside/push/push.ts'
import type { Meters } from './meters.ts'

/** The same mail, with each letter counted: 'sent' or 'failed'. rule: metrics */
export function measuredMail(mail: Mail, meters: Meters): Mail {
  return {
    send: (letter) =>
      timed(
        () => mail.send(letter),
        (seconds, failed) => meters.mail.observe({ outcome: failed ? 'failed' : 'sent' }, seconds),
      ),
  }
}

/** The same push, with each one counted by its outcome. rule: metrics */
export function measuredPush(push: Push, meters: Meters): Push {
  return {
    ...push,
    async send(to, text, ttlSeconds) {
      const begin = performance.now()
      const outcome = await push.send(to, text, ttlSeconds)
      meters.push.observe({ outcome }, (performance.now() - begin) / 1000)
      return outcome
    },
  }
}

/** They ask nobody. */
const NOT_CALLS: ReadonlySet<string> = new Set(['verifyWebhook'])

/** The same provider, with each call counted by its name and outcome: 'done' or 'failed'. rule: metrics */
export function measuredPayments(payments: Payments, meters: Meters): Payments {
  return new Proxy(payments, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function' || typeof name === 'symbol') return value
      const call = (...args: unknown[]) => Reflect.apply(value, target, args) as Promise<unknown>
      if (NOT_CALLS.has(name)) return call
      return (...args: unknown[]) =>
        timed(
          () => call(...args),
          (seconds, failed) =>
            meters.provider.observe({ call: name, outcome: failed ? 'failed' : 'done' }, seconds),
        )
    },
  })
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
