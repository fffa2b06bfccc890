import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isListed, lifeOf } from './process-life.ts'

const patienceMs = 15_000

/**
 * Ends what a killed server left of its database on this cluster, cleanly where possible, and removes a lock file
 * that PostgreSQL would take for a living one. The caller holds the data folder, so nobody lawful uses the cluster.
 */
export async function endLeftovers(cluster: string): Promise<void> {
  if (!existsSync(cluster)) return
  const postmaster = postmasterOf(cluster)
  const deadline = Date.now() + patienceMs
  for (let signal: NodeJS.Signals = 'SIGINT'; processesOf(cluster).length; signal = 'SIGKILL') {
    // Without its postmaster a backend ends by itself; what outlasts our patience does not.
    const targets = processesOf(cluster).filter((pid) => signal === 'SIGKILL' || pid === postmaster)
    targets.forEach((pid) => kill(pid, signal))
    while (processesOf(cluster).length && Date.now() < deadline) await pause(20)
    if (signal === 'SIGKILL') await pause(20)
  }
  // PostgreSQL clears a dead owner's lock file itself, but takes an unburied or reused process id for the owner's.
  if (postmaster && isListed(postmaster)) rmSync(join(cluster, 'postmaster.pid'), { force: true })
}

/** The process id in the cluster's lock file, living or not. */
export function postmasterOf(cluster: string): number | undefined {
  return Number(lockLines(cluster)[0]) || undefined
}

/** The port of the cluster's database once it takes connections, by its lock file. */
export function readyPortOf(cluster: string, postmaster?: number): number | undefined {
  const lines = lockLines(cluster)
  const ours = postmaster === undefined || Number(lines[0]) === postmaster
  return ours && lines[7]?.trim() === 'ready' ? Number(lines[3]) : undefined
}

function lockLines(cluster: string): string[] {
  try {
    return readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return []
  }
}

/** Every database process that works in the cluster; elsewhere than on Linux the postmaster alone. */
function processesOf(cluster: string): number[] {
  if (process.platform === 'linux') {
    const folder = realpathSync(cluster)
    return readdirSync('/proc')
      .map(Number)
      .filter((pid) => pid && worksIn(folder, pid))
  }
  const postmaster = postmasterOf(cluster)
  return postmaster && lifeOf(postmaster) && namesCluster(postmaster, cluster) ? [postmaster] : []
}

function worksIn(folder: string, pid: number): boolean {
  try {
    return (
      readlinkSync(`/proc/${pid}/cwd`) === folder &&
      readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres'
    )
  } catch {
    return false
  }
}

function namesCluster(pid: number, cluster: string): boolean {
  try {
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(
      cluster,
    )
  } catch {
    return false
  }
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It ended by itself in the meantime.
  }
}
