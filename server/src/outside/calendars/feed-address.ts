import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { isPublic, matches } from '../push/push-address.ts'

const ADDRESS_LENGTH_MAX = 2000
/** Names of a machine or its own network (RFC 6761, RFC 6762). */
const LOCAL_NAME = /\.(localhost|local|internal)\.?$/
const DNS_NAME = /^([a-z0-9_-]+\.)+[a-z][a-z0-9-]*\.?$/

/** An IP address to which a connection may go. */
export type CheckedAddress = { address: string; family: number }

/**
 * Reads the address of a feed: https, or webcal, on port 443 at a DNS name, without user info. `testOrigin` is exempt
 * from the rules for scheme, port and host. With `hosts` the host is one of them. Undefined if it breaks a rule.
 * rule: busy-times, encrypted-connections
 */
export function feedUrlOf(
  text: string,
  testOrigin: string | undefined,
  hosts?: readonly string[],
): URL | undefined {
  // Calendars give out their https addresses with this scheme, so that a click opens a calendar program.
  const address = text.trim().replace(/^webcals?:/i, 'https:')
  const url = address.length <= ADDRESS_LENGTH_MAX ? URL.parse(address) : null
  if (!url || url.username || url.password) return undefined
  if (url.origin === testOrigin) return url
  const { protocol, port, hostname } = url
  const isName = DNS_NAME.test(hostname) && !LOCAL_NAME.test(hostname)
  const isListed = hosts === undefined || hosts.some((host) => matches(hostname, host))
  return protocol === 'https:' && port === '' && isName && isListed ? url : undefined
}

/**
 * The addresses of a feed's host; 'refused' if one of them is not public. Throws when the name cannot be resolved.
 * rule: busy-times
 */
export async function addressesOf(
  url: URL,
  testOrigin: string | undefined,
): Promise<CheckedAddress[] | 'refused'> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isTest = url.origin === testOrigin
  if (isTest && isIP(host)) return [{ address: host, family: isIP(host) }]
  const found = await lookup(host, { all: true })
  return isTest || (found.length > 0 && found.every(({ address }) => isPublic(address)))
    ? found
    : 'refused'
}
