import { isIPv4 } from 'node:net'

/** Whether a host is this machine: a loopback address, or the folder of a socket. Nobody else sees what goes there. */
export function isThisMachine(host: string): boolean {
  const name = host.replace(/^\[(.+)\]$/, '$1').toLowerCase()
  if (name === 'localhost' || name === '::1' || name.startsWith('/')) return true
  return isIPv4(name) && name.startsWith('127.')
}
