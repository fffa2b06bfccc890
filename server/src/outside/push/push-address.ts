import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The part of IPv6 from which public addresses are given out. ipaddr.js also calls unassigned networks 'unicast'. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3')

/**
 * Whether an address may belong to a push service: https, with a name or an IP address of the public internet.
 * rule: push-addresses
 */
export function isPushAddress(address: string): boolean {
  const url = URL.parse(address)
  if (url?.protocol !== 'https:' || url.username || url.password) return false
  const host = hostOf(url)
  return isIP(host) ? isPublic(host) : host.includes('.')
}

/**
 * Whether the name of a push address resolves to public IP addresses only. The name may resolve to another address a
 * moment later. Then TLS fails, because that host has no certificate for the name, and nothing is sent.
 */
export async function resolvesToPublicAddress(address: string): Promise<boolean> {
  if (!isPushAddress(address)) return false
  const resolved = await lookup(hostOf(new URL(address)), { all: true })
  return resolved.every((one) => isPublic(one.address))
}

// Addresses that contain an IPv4 address (mapped, 6to4, Teredo, NAT64) have ranges of their own, and are refused.
function isPublic(ip: string): boolean {
  const address = ipaddr.parse(ip)
  if (address.range() !== 'unicast') return false
  return address.kind() === 'ipv4' || address.match(GLOBAL_IPV6)
}

/** A URL writes IPv6 addresses in brackets. */
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '')
