import { request as requestHttp } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'
import { addressesOf, feedUrlOf } from './feed-address.ts'
import type { CheckedAddress } from './feed-address.ts'

/** The bytes that a feed's server sent, or why there are none. */
export type FetchedFeed =
  | { bytes: Buffer<ArrayBuffer> }
  | { problem: 'unreachable' | 'refused' | 'too_large' | 'unreadable' }

/** The longest time of all look-ups, redirects and bytes together. */
const TIMEOUT_MS = 10_000
const REDIRECTS_MAX = 3
const REDIRECT_STATUSES = [301, 302, 303, 307, 308]

/**
 * Reads a feed of another site. Each connection goes to an address that was checked just before; no cookie is sent or
 * kept. Nothing here throws or logs, because the address is a secret. rule: busy-times
 */
export async function fetchFeed(
  address: string,
  {
    testOrigin,
    hosts,
    bytesMax,
  }: { testOrigin: string | undefined; hosts?: readonly string[] | undefined; bytesMax: number },
): Promise<FetchedFeed> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  try {
    let next = address
    for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects++) {
      const url = feedUrlOf(next, testOrigin, hosts)
      if (!url) return { problem: 'refused' }
      const addresses = await Promise.race([addressesOf(url, testOrigin), rejectionOf(signal)])
      if (addresses === 'refused') return { problem: 'refused' }
      const response = await get(url, addresses, signal)
      const location = redirectOf(response)
      if (location === undefined) return await bodyOf(response, bytesMax)
      response.destroy()
      const target = URL.parse(location, url)
      if (!target) return { problem: 'unreachable' }
      next = target.href
    }
    return { problem: 'unreachable' }
  } catch {
    return { problem: 'unreachable' }
  }
}

function redirectOf({ statusCode, headers }: IncomingMessage): string | undefined {
  return REDIRECT_STATUSES.includes(statusCode ?? 0) ? (headers.location ?? '') : undefined
}

function get(
  url: URL,
  addresses: readonly CheckedAddress[],
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  // A look-up of its own could answer with another address than the checked one.
  const lookup: LookupFunction = (_host, options, found) => {
    if (options.all) found(null, [...addresses])
    else found(null, addresses[0]!.address, addresses[0]!.family)
  }
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  const headers = {
    accept: 'text/calendar, */*;q=0.5',
    'accept-encoding': 'gzip, deflate, br',
    'user-agent': 'Lustra calendar reader',
  }
  request(url, { agent: false, lookup, headers, signal }, resolve).on('error', reject).end()
  return promise
}

/** The unpacked body. More than `bytesMax` of it is never held. */
async function bodyOf(response: IncomingMessage, bytesMax: number): Promise<FetchedFeed> {
  if (response.statusCode !== 200) {
    response.destroy()
    return { problem: 'unreachable' }
  }
  const unpacked = unpack(response)
  if (!unpacked) {
    response.destroy()
    return { problem: 'unreadable' }
  }
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of unpacked as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > bytesMax) return { problem: 'too_large' }
      chunks.push(chunk)
    }
    return { bytes: Buffer.concat(chunks) }
  } finally {
    response.destroy()
  }
}

const UNPACKERS = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/** Undefined for an encoding that was not asked for. */
function unpack(response: IncomingMessage): Readable | undefined {
  const encoding = (response.headers['content-encoding'] ?? 'identity').toLowerCase()
  if (encoding === 'identity') return response
  const make = Object.hasOwn(UNPACKERS, encoding) ? UNPACKERS[encoding as 'gzip'] : undefined
  if (!make) return undefined
  const unpacker = make()
  response.on('error', (error) => unpacker.destroy(error))
  return response.pipe(unpacker)
}

function rejectionOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('The server took too long.')))
  })
}
