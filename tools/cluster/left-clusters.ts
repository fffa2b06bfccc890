import { existsSync, readFileSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { processRunId, sendSignal } from '../embedded-postgres/process-life.ts'
import { unmountAllIn } from './small-disk.ts'

/** A file in the folder of a cluster that names the process of its command, as long as the command runs. */
const OWNER_FILE = 'command'

/** Says that this process runs the cluster in the folder. */
export function claimFolder(folder: string): void {
  writeFileSync(join(folder, OWNER_FILE), idOf(process.pid))
}

/** Removes the folder of a cluster. With `keepsLogs`, the folder stays with its logs, and nobody owns it. */
export function removeFolder(folder: string, keepsLogs: boolean): void {
  unmountAllIn(folder)
  if (keepsLogs) return rmSync(join(folder, OWNER_FILE))
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
}

/** Ends what a command that was killed has left, and removes its folder. */
export async function removeLeftClusters(
  onProgress: (line: string) => void,
  parent = tmpdir(),
): Promise<void> {
  const names = readdirSync(parent).filter((name) => name.startsWith('lustra-cluster-'))
  const left = names.map((name) => join(parent, name)).filter(isLeft)
  for (const folder of left) {
    onProgress('Removing a cluster whose command was killed …')
    for (const pid of processesOf(folder)) sendSignal(pid, 'SIGKILL')
    await wait(300)
    removeFolder(folder, false)
  }
}

function isLeft(folder: string): boolean {
  const file = join(folder, OWNER_FILE)
  if (!existsSync(file)) return false
  const owner = readFileSync(file, 'utf8')
  return idOf(Number(owner.split(' ')[0])) !== owner
}

/** Number and run of a process: the number alone may be another one's later. */
const idOf = (pid: number) => `${pid} ${processRunId(pid)}`

/** The processes that work in the folder, and Lustra's, whose program is in it. */
function processesOf(folder: string): number[] {
  const all = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))
  return all.filter((pid) => isIn(folder, pid)).map(Number)
}

function isIn(folder: string, pid: string): boolean {
  try {
    const place = readlinkSync(`/proc/${pid}/cwd`)
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    return place.startsWith(`${folder}/`) || command.includes(`\0${folder}/`)
  } catch {
    // It has ended.
    return false
  }
}
