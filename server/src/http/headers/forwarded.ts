import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { unmapped } from '#server/settings/networks.ts'

/** An address with the port that some balancers add: `203.0.113.9:4711`, `[2001:db8::1]:4711`. */
const WITH_PORT = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/

/**
 * Leaves of the headers of proxies what Fastify may believe: of `X-Forwarded-For` the addresses behind the last entry
 * that is none, without their ports; of `X-Forwarded-Host` nothing, because balancers keep `Host` and pass on what a
 * client sent as the other one. rule: trusted-proxies
 */
export function cleanForwarded({ headers }: IncomingMessage): void {
  if ('x-forwarded-host' in headers) delete headers['x-forwarded-host']
  const forwarded = headers['x-forwarded-for']
  if (forwarded === undefined) return
  const entries = String(forwarded)
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
    .map(addressIn)
  // Empty and not deleted: the request still comes through a proxy.
  headers['x-forwarded-for'] = entries.slice(entries.lastIndexOf(undefined) + 1).join(', ')
}

function addressIn(entry: string): string | undefined {
  const [, six, four] = WITH_PORT.exec(entry) ?? []
  const address = six ?? four ?? entry
  return isIP(address) && !address.includes('%') ? unmapped(address) : undefined
}
