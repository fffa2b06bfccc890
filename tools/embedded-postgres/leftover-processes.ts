import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isListed, processRunId, sendSignal } from './process-life.ts'

const CLEAN_STOP_MS_MAX = 15_000

/**
 * Stops the PostgreSQL processes that a killed Lustra server left running on this cluster: first with SIGINT, after 15
 * seconds or the given time with SIGKILL. Then removes a stale postmaster.pid. The caller holds the lock of the data
 * folder, so no other server uses the cluster.
 */
export async function stopLeftoverProcesses(
  cluster: string,
  cleanStopMsMax = CLEAN_STOP_MS_MAX,
): Promise<void> {
  if (!existsSync(cluster)) return
  const postmaster = postmasterOf(cluster)
  const deadline = Date.now() + cleanStopMsMax
  for (let signal: NodeJS.Signals = 'SIGINT'; processesOf(cluster).length; signal = 'SIGKILL') {
    // SIGINT goes only to the postmaster, which stops its backends. SIGKILL goes to every process that is left.
    const targets = processesOf(cluster).filter((pid) => signal === 'SIGKILL' || pid === postmaster)
    targets.forEach((pid) => sendSignal(pid, signal))
    while (processesOf(cluster).length && Date.now() < deadline) await pause(20)
    if (signal === 'SIGKILL') await pause(20)
  }
  // PostgreSQL removes a stale postmaster.pid itself, except when its process id is listed again: as a zombie or
  // another program.
  if (postmaster && isListed(postmaster)) rmSync(join(cluster, 'postmaster.pid'), { force: true })
}

/** Wakes processes of the cluster that are frozen: they would not notice that they are to stop. */
export function wakeProcesses(cluster: string): void {
  if (process.platform === 'win32') return
  for (const pid of processesOf(cluster)) sendSignal(pid, 'SIGCONT')
}

/** The process id in postmaster.pid. The process may have ended. */
export function postmasterOf(cluster: string): number | undefined {
  return Number(lockLines(cluster)[0]) || undefined
}

/** The statuses in postmaster.pid with which PostgreSQL accepts connections. */
const READY: ReadonlySet<string | undefined> = new Set(['ready', 'standby'])

/** The port in postmaster.pid, once PostgreSQL accepts connections; of a replica, once it can be read. */
export function readyPortOf(cluster: string, postmaster?: number): number | undefined {
  const lines = lockLines(cluster)
  const isExpected = postmaster === undefined || Number(lines[0]) === postmaster
  return isExpected && READY.has(lines[7]?.trim()) ? Number(lines[3]) : undefined
}

function lockLines(cluster: string): string[] {
  try {
    return readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return []
  }
}

/** Every PostgreSQL process of the cluster; on systems other than Linux only the postmaster. */
function processesOf(cluster: string): number[] {
  if (process.platform === 'linux') {
    const folder = realpathSync(cluster)
    return readdirSync('/proc')
      .map(Number)
      .filter((pid) => pid && worksIn(folder, pid))
  }
  const postmaster = postmasterOf(cluster)
  return postmaster && processRunId(postmaster) && namesCluster(postmaster, cluster)
    ? [postmaster]
    : []
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
