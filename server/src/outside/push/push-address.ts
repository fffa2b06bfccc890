import { lookup } from 'node:dns/promises'
import ipaddr from 'ipaddr.js'
import { isIP } from 'node:net'

/**
 * The push services of Chrome, Firefox, Safari and Edge. `*.` stands for one or more labels. PUSH_HOSTS replaces the
 * list. rule: push-devices
 */
export const KNOWN_PUSH_HOSTS: readonly string[] = [
  'fcm.googleapis.com',
  'android.googleapis.com',
  '*.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
]

/** The part of IPv6 from which public addresses are given out. ipaddr.js also calls unassigned networks 'unicast'. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3')

/** Whether an address may belong to a push service: https at one of these hosts. rule: push-devices */
export function isPushAddress(address: string, hosts: readonly string[]): boolean {
  const url = URL.parse(address)
  if (url?.protocol !== 'https:' || url.username || url.password || url.port) return false
  return hosts.some((host) => matches(url.hostname, host))
}

/** Whether a text can be an entry of PUSH_HOSTS: a name with a dot, or `*.` and a name with a dot. */
export function isPushHost(host: string): boolean {
  return !isIP(host) && /^(\*\.)?([a-z0-9-]+\.)+[a-z0-9-]*[a-z][a-z0-9-]*$/.test(host)
}

/**
 * Whether the name of a push address resolves to public IP addresses only. The name may resolve to another address a
 * moment later. Then TLS fails, because that host has no certificate for the name, and nothing is sent.
 */
export async function resolvesToPublicAddress(address: string): Promise<boolean> {
  const resolved = await lookup(new URL(address).hostname, { all: true })
  return resolved.every((one) => isPublic(one.address))
}

/** Whether an IP address is one of the public internet. */
export function isPublic(ip: string): boolean {
  // Addresses that contain an IPv4 address (mapped, 6to4, Teredo, NAT64) have ranges of their own, and are refused.
  const address = ipaddr.parse(ip)
  if (address.range() !== 'unicast') return false
  return address.kind() === 'ipv4' || address.match(GLOBAL_IPV6)
}

/** Whether a host is one of a list, as those of PUSH_HOSTS and CALENDAR_HOSTS. rule: encrypted-connections */
export function matches(hostname: string, host: string): boolean {
  return host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host
}
