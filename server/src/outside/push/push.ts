import { join } from 'node:path'
import type { RequestDetails } from 'web-push'
import type { Config } from '#server/config.ts'
import { readOrCreate } from '../files/read-or-create.ts'
import { isPushAddress, resolvesToPublicAddress } from './push-address.ts'
import { dateOf, readAnswer } from './push-answer.ts'
import { encryptFor, pushLibrary, signatureFor, subjectOf } from './push-request.ts'
import type { VapidKeys } from './vapid-config.ts'

export type Subscription = { endpoint: string; p256dh: string; auth: string }

/**
 * 'gone': the subscription takes no push of ours any more. 'failed': a retry may succeed. `waitS`: the push service
 * asks to wait that long. rule: push-devices
 */
export type PushOutcome = 'sent' | 'gone' | 'failed' | { waitS: number }

/** Sends pushes to devices through the push services of their browsers. rule: push-devices */
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

/**
 * The longest time of the look-up of the name and each request together. Push services answer in a fraction of a
 * second.
 */
const TIMEOUT_MS = 5_000

/** The filter accepts the configured push services; a test passes its own filter. rule: push-devices */
export async function openPush(
  config: Config,
  { accepts, resolves }: AddressFilter = pushServicesOf(config),
): Promise<Push> {
  const keys = await vapidKeysOf(config)
  const subject = subjectOf(config)
  return {
    publicKey: keys.publicKey,
    accepts,
    async send(to, text, ttlSeconds) {
      const { endpoint } = to
      // A device from before a change of PUSH_HOSTS may have another address.
      if (!accepts(endpoint)) return 'gone'
      const signal = AbortSignal.timeout(TIMEOUT_MS)
      try {
        if (!(await Promise.race([resolves(endpoint), rejectionOf(signal)]))) return 'gone'
      } catch {
        return 'failed'
      }
      const sign = (now: Date) => signatureFor(endpoint, keys, { subject, now })
      return deliver(to, { text, ttlSeconds }, { sign, signal })
    },
  }
}

/**
 * Hands a push to its service. Signs once more by the clock of a service that does not accept the signature, and sends
 * once more without a text where it is too long; what is then still refused ends the subscription. rule: push-devices
 */
async function deliver(
  to: Subscription,
  { text, ttlSeconds }: { text: string; ttlSeconds: number },
  { sign, signal }: { sign: (now: Date) => Promise<string>; signal: AbortSignal },
): Promise<PushOutcome> {
  let shown: string | undefined = text
  let serviceDate: Date | undefined
  for (;;) {
    const request = await encryptFor(to, { text: shown, ttlSeconds })
    if (!request) return 'gone'
    const signature = await sign(serviceDate ?? new Date())
    const response = await post(to.endpoint, request, { signature, signal })
    const answer = response ? readAnswer(response) : 'failed'
    if (answer === 'sign') {
      if (!response || serviceDate) return 'gone'
      serviceDate = dateOf(response.headers)
    } else if (answer === 'shorten') {
      if (shown === undefined) return 'gone'
      shown = undefined
    } else {
      return answer
    }
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

/** The answer, without its body; undefined if there is none. */
async function post(
  endpoint: string,
  request: RequestDetails,
  { signature, signal }: { signature: string; signal: AbortSignal },
): Promise<Response | undefined> {
  const headers = new Headers(request.headers)
  headers.delete('Content-Length')
  headers.set('Authorization', signature)
  try {
    const answer = await fetch(endpoint, {
      method: 'POST',
      headers,
      body: new Uint8Array(request.body ?? []),
      redirect: 'manual',
      signal,
    })
    await answer.body?.cancel()
    return answer
  } catch {
    return undefined
  }
}

/** The pair of the settings, or that of DATA_DIR, which is made at the first start. rule: push-devices */
export async function vapidKeysOf({ vapidKeys, dataDir }: Config): Promise<VapidKeys> {
  if (vapidKeys) return vapidKeys
  const make = async () => `${JSON.stringify((await pushLibrary()).generateVAPIDKeys())}\n`
  return JSON.parse(await readOrCreate(join(dataDir, 'vapid-keys.json'), make)) as VapidKeys
}
