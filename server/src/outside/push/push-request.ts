import type { RequestDetails } from 'web-push'
import type { Config } from '#server/config.ts'
import type { Subscription } from './push.ts'
import type { VapidKeys } from './vapid-config.ts'

const SIGNED_FOR_S = 12 * 3600
/** RFC 8292 allows a day. The library counts it by our clock. */
const SIGNED_FOR_S_MAX = 24 * 3600 - 1

/** The library is loaded with the first push, so that the start does not wait for it. */
export const pushLibrary = async () => (await import('web-push')).default

/** The text of a push and its time to live. Without a text the browser shows that there is something new. */
export type Message = { text: string | undefined; ttlSeconds: number }

/** The encrypted request, not yet signed; undefined if the browser's key is invalid. */
export async function encryptFor(
  { endpoint, ...keys }: Subscription,
  { text, ttlSeconds }: Message,
): Promise<RequestDetails | undefined> {
  const library = await pushLibrary()
  try {
    return library.generateRequestDetails({ endpoint, keys }, text, {
      TTL: ttlSeconds,
      urgency: 'high',
    })
  } catch {
    return undefined
  }
}

/** The header that says who we are (RFC 8292). `now` is the clock of the push service where it is known. */
export async function signatureFor(
  endpoint: string,
  { publicKey, privateKey }: VapidKeys,
  { subject, now }: { subject: string; now: Date },
): Promise<string> {
  const library = await pushLibrary()
  const seconds = (at: number) => Math.floor(at / 1000)
  const expiration = Math.min(seconds(+now) + SIGNED_FOR_S, seconds(Date.now()) + SIGNED_FOR_S_MAX)
  const { Authorization } = library.getVapidHeaders(
    new URL(endpoint).origin,
    subject,
    publicKey,
    privateKey,
    'aes128gcm',
    expiration,
  )
  return Authorization
}

/** The contact for push services (RFC 8292): an https or mailto address. */
export function subjectOf({ publicOrigin }: Config): string {
  const { protocol, hostname } = new URL(publicOrigin)
  return protocol === 'https:' ? publicOrigin : `mailto:lustra@${hostname}`
}
