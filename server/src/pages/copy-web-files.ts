import { createHash } from 'node:crypto'
import { cp, mkdir, mkdtemp, readdir, readlink, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { processRunId } from '../../../tools/embedded-postgres/process-life.ts'

const HEARTBEAT_MS = 60_000
/** A copy of another container or machine counts as left behind after this time without a heartbeat. */
const STALE_MS = 60 * 60_000

/**
 * Copies a folder to a new folder of this process inside `place`, and returns its path. Also removes copies that were
 * left behind: of processes here that have ended, and of containers or machines that share `place` and gave no sign of
 * life for an hour. `place` is in DATA_DIR, because systems delete old files in /tmp. rule: graceful-shutdown
 */
export async function copyWebFiles(folder: string, place: string): Promise<string> {
  await mkdir(place, { recursive: true })
  const here = await processSpace()
  for (const name of await readdir(place)) {
    const path = join(place, name)
    if (await isLeftBehind(path, name, here)) await rm(path, { recursive: true, force: true })
  }
  const copy = await mkdtemp(join(place, `${here}-${process.pid}-${runOf(process.pid)}-`))
  setInterval(() => void utimes(copy, new Date(), new Date()).catch(() => {}), HEARTBEAT_MS).unref()
  await cp(folder, copy, { recursive: true })
  return copy
}

async function isLeftBehind(path: string, name: string, here: string): Promise<boolean> {
  const [space, pid, run] = name.split('-')
  if (space === here) return runOf(Number(pid)) !== run
  const found = await stat(path).catch(() => undefined)
  return found !== undefined && Date.now() - found.mtimeMs > STALE_MS
}

/** Identifies the processes among which a process id is unique: those of one container, or of one machine. */
async function processSpace(): Promise<string> {
  const namespace = await readlink('/proc/self/ns/pid').catch(() => '')
  const boot = processRunId(process.pid)?.split(' ')[0] ?? ''
  return shortHash(`${process.platform === 'linux' ? boot : ''} ${namespace}`)
}

/** Identifies one run of a process; 'ended' when there is none with this id. */
function runOf(pid: number): string {
  const run = processRunId(pid)
  return run === undefined ? 'ended' : shortHash(run)
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8)
}
