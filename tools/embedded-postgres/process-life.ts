import { execFileSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'

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

/** Signals a process; nothing happens if it has ended. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended.
  }
}

/** A process of Linux and all that it started, directly or not, parents first. */
export function processTree(root: number): number[] {
  const parents = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0)
    .map((pid) => ({ pid, parent: Number(statOf(pid)?.[1]) }))
  const tree = [root]
  for (const parent of tree)
    tree.push(...parents.filter((one) => one.parent === parent).map(({ pid }) => pid))
  return tree
}

/** The fields of /proc/PID/stat from the state of the process on; undefined if it has ended. */
export function statOf(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}

function linuxRunId(pid: number): string | undefined {
  const stat = statOf(pid)
  if (!stat || stat[0] === 'Z') return undefined
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  return `${boot} ${stat[19]}`
}

function posixRunId(pid: number): string | undefined {
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    return undefined
  }
}
