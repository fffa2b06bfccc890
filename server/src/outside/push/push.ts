import webPush from 'web-push'
import type { Config } from '#server/config.ts'
import { isPushAddress, resolvesToPublicAddress } from './push-address.ts'
import { vapidKeysOf } from './vapid-keys.ts'

export type Subscription = { endpoint: string; p256dh: string; auth: string }

/** 'gone': its browser has ended it, and no push will ever come through. 'failed': worth another try. */
export type PushOutcome = 'taken' | 'gone' | 'failed'

/** The way to a person's devices, through the services of their browsers. */
export type Push = {
  publicKey: string
  /** Whether a subscription's address can be one. */
  accepts(endpoint: string): boolean
  /** Hands on a text, sealed for that browser alone; the service keeps it for a device that is off at most `ttlSeconds`. */
  send(to: Subscription, text: string, ttlSeconds: number): Promise<PushOutcome>
}

type Reach = { accepts(endpoint: string): boolean; reaches(endpoint: string): Promise<boolean> }

const OPEN_INTERNET: Reach = { accepts: isPushAddress, reaches: resolvesToPublicAddress }
const TIMEOUT_MS = 10_000
const GONE = [404, 410]

/** `reach` says which addresses are written to: push services of the open internet, unless a test has one of its own. */
export async function openPush(
  config: Config,
  { accepts, reaches }: Reach = OPEN_INTERNET,
): Promise<Push> {
  const keys = await vapidKeysOf(config)
  const vapidDetails = { ...keys, subject: subjectOf(config) }
  return {
    publicKey: keys.publicKey,
    accepts,
    async send({ endpoint, ...sealing }, text, TTL) {
      try {
        if (!(await reaches(endpoint))) return 'gone'
      } catch {
        return 'failed'
      }
      const sealed = sealedFor({ endpoint, keys: sealing }, text, {
        vapidDetails,
        TTL,
        urgency: 'high',
      })
      return sealed ? post(endpoint, sealed) : 'gone'
    },
  }
}

/** The request as it travels; undefined when what the browser gave is no key. */
function sealedFor(...what: Parameters<typeof webPush.generateRequestDetails>) {
  try {
    return webPush.generateRequestDetails(...what)
  } catch {
    return undefined
  }
}

async function post(endpoint: string, sealed: webPush.RequestDetails): Promise<PushOutcome> {
  const headers = new Headers(sealed.headers)
  headers.delete('Content-Length')
  try {
    const answer = await fetch(endpoint, {
      method: 'POST',
      headers,
      body: new Uint8Array(sealed.body ?? []),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await answer.body?.cancel()
    if (GONE.includes(answer.status)) return 'gone'
    return answer.ok ? 'taken' : 'failed'
  } catch {
    return 'failed'
  }
}

/** Whom a push service may turn to; it takes an https address or one of mail. */
function subjectOf({ publicOrigin }: Config): string {
  const { protocol, hostname } = new URL(publicOrigin)
  return protocol === 'https:' ? publicOrigin : `mailto:lustra@${hostname}`
}
