import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'

const HIDDEN_4 = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  HIDDEN_4.addSubnet(network, bits, 'ipv4')
}
// Of IPv6 everything but the world's own 2000::/3, and there what carries IPv4 inside. A list of its own: IPv4 counts as ::ffff:0:0/96.
const HIDDEN_6 = new BlockList()
for (const [network, bits] of [
  ['::', 3],
  ['4000::', 2],
  ['8000::', 1],
  ['2001::', 32],
  ['2002::', 16],
] as const) {
  HIDDEN_6.addSubnet(network, bits, 'ipv6')
}

/** Whether an address may be a push service: https, at a name or a number of the open internet. */
export function isPushAddress(address: string): boolean {
  const url = URL.parse(address)
  if (url?.protocol !== 'https:' || url.username || url.password) return false
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return isIP(host) ? isPublic(host) : host.includes('.')
}

/**
 * Whether its name leads only to the open internet. Should it lead elsewhere a moment later, the certificate of that
 * name is not there, and nothing is said.
 */
export async function isPushService(address: string): Promise<boolean> {
  if (!isPushAddress(address)) return false
  const host = new URL(address).hostname.replace(/^\[|\]$/g, '')
  const found = await lookup(host, { all: true })
  return found.every((one) => isPublic(one.address))
}

function isPublic(ip: string): boolean {
  return isIP(ip) === 6 ? !HIDDEN_6.check(ip, 'ipv6') : !HIDDEN_4.check(ip, 'ipv4')
}
