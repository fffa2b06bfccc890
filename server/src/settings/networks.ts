import { BlockList, isIP } from 'node:net'
import type { Env, SettingName } from './declarations.ts'
import { StartupProblem } from './startup-problem.ts'

type Network = { address: string; bits: number; family: 'ipv4' | 'ipv6' }

/** Networks as `10.0.0.0/8`, or single addresses, with commas between them. */
export function networksOf(env: Env, name: SettingName): BlockList | undefined {
  const found = readNetworks(env, name)
  if (!found) return undefined
  const networks = new BlockList()
  for (const { address, bits, family } of found) networks.addSubnet(address, bits, family)
  return networks
}

/** The largest network of one owner: 10.0.0.0/8, fc00::/7. */
const TRUSTED_BITS_MIN = { ipv4: 8, ipv6: 7 }

/**
 * The proxies that are believed, instead of those on this machine. Most addresses of the world are refused: everybody
 * could then choose the address that counts. rule: trusted-proxies
 */
export function trustedProxiesOf(env: Env): readonly string[] {
  const found = readNetworks(env, 'TRUST_PROXY')
  if (!found) return ['loopback']
  if (found.every(({ bits, family }) => bits >= TRUSTED_BITS_MIN[family]))
    return found.map(({ address, bits }) => `${address}/${bits}`)
  throw new StartupProblem(
    'TRUST_PROXY may not be all addresses: name the networks of your proxies, such as 10.0.0.0/8.',
  )
}

function readNetworks(env: Env, name: SettingName): Network[] | undefined {
  return (env[name] || undefined)?.split(',').map((one) => {
    const text = one.trim()
    const [, address = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
    const family = isIP(address)
    const longest = family === 6 ? 128 : 32
    const bits = prefix === undefined ? longest : Number(prefix)
    if (family === 0 || bits > longest || address.includes('%'))
      throw new StartupProblem(
        `${name} has to be networks with commas between them, such as 192.0.2.0/24,2001:db8::/32.`,
      )
    return withoutMapping({ address, bits, family: family === 6 ? 'ipv6' : 'ipv4' })
  })
}

/** `::ffff:10.0.0.0/104` is 10.0.0.0/8: an address of IPv4 is compared as such. */
function withoutMapping(network: Network): Network {
  const { bits } = network
  const address = unmapped(network.address)
  if (address === network.address) return network
  return { address, bits: Math.max(0, bits - 96), family: 'ipv4' }
}

/** The address of IPv4 that one of IPv6 stands for (`::ffff:10.0.0.1`), else the same address. */
export function unmapped(address: string): string {
  const hex = address.includes(':') ? new URL(`http://[${address}]`).hostname : ''
  const [, high, low] = /^\[::ffff:([0-9a-f]+):([0-9a-f]+)\]$/.exec(hex) ?? []
  if (high === undefined || low === undefined) return address
  return [high, low]
    .map((half) => Number.parseInt(half, 16))
    .flatMap((number) => [number >> 8, number & 255])
    .join('.')
}
