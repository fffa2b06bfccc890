import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * Identifies one run of a process. A later process with the same id has another value, even after a restart of the
 * machine. Undefined when no such process is alive.
 */
export function processRunId(pid: number): string | undefined {
  if (!isListed(pid)) return undefined
  if (process.platform === 'linux') return linuxRunId(pid)
  if (process.platform === 'win32') return 'alive'
  return posixRunId(pid)
}

/** Whether the system lists a process with this id: also another user's, also a zombie. */
export function isListed(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function linuxRunId(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const zombie = fields[0] === 'Z'
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return zombie ? undefined : `${boot} ${fields[19]}`
  } catch {
    return undefined
  }
}

function posixRunId(pid: number): string | undefined {
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    return undefined
  }
}
