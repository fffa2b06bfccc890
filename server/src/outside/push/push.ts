import { join } from 'node:path'
import type { RequestDetails } from 'web-push'
import type { Config } from '#server/config.ts'
import { readOrCreate } from '../files/read-or-create.ts'
import { isPushAddress, resolvesToPublicAddress } from './push-address.ts'
import type { VapidKeys } from './vapid-config.ts'

export type Subscription = { endpoint: string; p256dh: string; auth: string }

/** 'gone': the browser has ended the subscription for ever. 'failed': a retry may succeed. */
export type PushOutcome = 'sent' | 'gone' | 'failed'

/** Sends pushes to devices through the push services of their browsers. rule: push-delivery */
export type Push = {
  publicKey: string
  /** Whether an address may be that of a subscription. */
  accepts(endpoint: string): boolean
  /**
   * Sends a text, encrypted for that browser. The service keeps it for a device that is off for at most `ttlSeconds`.
   */
  send(to: Subscription, text: string, ttlSeconds: number): Promise<PushOutcome>
}

type AddressFilter = {
  accepts(endpoint: string): boolean
  resolves(endpoint: string): Promise<boolean>
}

/** For the look-up of the name and the request together. Push services answer in a fraction of a second. */
const TIMEOUT_MS = 5_000
const GONE_STATUSES = [404, 410]

/** The filter accepts the configured push services; a test passes its own filter. rule: push-addresses */
export async function openPush(
  config: Config,
  { accepts, resolves }: AddressFilter = pushServicesOf(config),
): Promise<Push> {
  const keys = await vapidKeysOf(config)
  const vapidDetails = { ...keys, subject: subjectOf(config) }
  return {
    publicKey: keys.publicKey,
    accepts,
    async send({ endpoint, ...keysOfBrowser }, text, TTL) {
      // A device from before a change of PUSH_HOSTS may have another address.
      if (!accepts(endpoint)) return 'gone'
      const signal = AbortSignal.timeout(TIMEOUT_MS)
      try {
        if (!(await Promise.race([resolves(endpoint), rejectionOf(signal)]))) return 'gone'
      } catch {
        return 'failed'
      }
      const request = await encryptFor({ endpoint, keys: keysOfBrowser }, text, {
        vapidDetails,
        TTL,
        urgency: 'high',
      })
      return request ? post(endpoint, request, signal) : 'gone'
    },
  }
}

/** The library is loaded with the first push, so that the start does not wait for it. */
const library = async () => (await import('web-push')).default

/** The encrypted request; undefined if the browser's key is invalid. */
async function encryptFor(
  ...args: Parameters<Awaited<ReturnType<typeof library>>['generateRequestDetails']>
) {
  const webPush = await library()
  try {
    return webPush.generateRequestDetails(...args)
  } catch {
    return undefined
  }
}

function pushServicesOf({ pushHosts }: Config): AddressFilter {
  return {
    accepts: (endpoint) => isPushAddress(endpoint, pushHosts),
    resolves: resolvesToPublicAddress,
  }
}

function rejectionOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('The push service took too long.')))
  })
}

async function post(
  endpoint: string,
  request: RequestDetails,
  signal: AbortSignal,
): Promise<PushOutcome> {
  const headers = new Headers(request.headers)
  headers.delete('Content-Length')
  try {
    const answer = await fetch(endpoint, {
      method: 'POST',
      headers,
      body: new Uint8Array(request.body ?? []),
      redirect: 'manual',
      signal,
    })
    await answer.body?.cancel()
    if (GONE_STATUSES.includes(answer.status)) return 'gone'
    return answer.ok ? 'sent' : 'failed'
  } catch {
    return 'failed'
  }
}

/** The contact for push services (RFC 8292): an https or mailto address. */
function subjectOf({ publicOrigin }: Config): string {
  const { protocol, hostname } = new URL(publicOrigin)
  return protocol === 'https:' ? publicOrigin : `mailto:lustra@${hostname}`
}

/** The pair of the settings, or that of DATA_DIR, which is made at the first start. rule: push-devices */
export async function vapidKeysOf({ vapidKeys, dataDir }: Config): Promise<VapidKeys> {
  if (vapidKeys) return vapidKeys
  const make = async () => `${JSON.stringify((await library()).generateVAPIDKeys())}\n`
  return JSON.parse(await readOrCreate(join(dataDir, 'vapid-keys.json'), make)) as VapidKeys
}
