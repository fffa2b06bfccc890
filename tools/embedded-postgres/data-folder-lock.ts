import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { processRunId } from './process-life.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'

const locksOfThisProcess = new Map<string, DataFolderLock>()

export interface DataFolderLock {
  /** Unlocks the data folder. May be called twice. */
  release(): Promise<void>
}

/**
 * Creates the data folder if it is missing and locks it for this process, until `release` or the end of the process.
 * A second call in the same process returns the same lock.
 * Throws EmbeddedPostgresError when another living process holds the lock, or when the folder cannot be written.
 */
export async function lockDataFolder(dataDir: string): Promise<DataFolderLock> {
  const folder = resolve(dataDir)
  const existing = locksOfThisProcess.get(folder)
  if (existing) return existing
  try {
    await mkdir(folder, { recursive: true })
    await claim(folder)
  } catch (error) {
    if (error instanceof EmbeddedPostgresError) throw error
    throw new EmbeddedPostgresError(
      `The data folder ${folder} cannot be written (${(error as NodeJS.ErrnoException).code}). Choose another with DATA_DIR.`,
    )
  }
  const lock = { release: () => release(folder) }
  locksOfThisProcess.set(folder, lock)
  return lock
}

/** The id of another living process that holds the lock, if any. */
export async function lockHolderOf(dataDir: string): Promise<number | undefined> {
  const text = await readFile(lockFileOf(resolve(dataDir)), 'utf8').catch(() => '')
  return runningHolder(text)
}

async function claim(folder: string): Promise<void> {
  const lock = lockFileOf(folder)
  const ownFile = `${lock}.${process.pid}`
  await writeFile(ownFile, `${process.pid}\n${processRunId(process.pid)}\n`)
  try {
    // link() is atomic: no other process reads a half-written lock file.
    while (!(await tryLink(ownFile, lock))) await clearStale(lock, ownFile)
  } finally {
    await rm(ownFile, { force: true })
  }
}

async function tryLink(ownFile: string, lock: string): Promise<boolean> {
  try {
    await link(ownFile, lock)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

async function clearStale(lock: string, ownFile: string): Promise<void> {
  refuseIfHeld(await readFile(lock, 'utf8').catch(() => ''))
  const stalePath = `${ownFile}.stale`
  await rename(lock, stalePath).catch(() => undefined)
  const staleText = await readFile(stalePath, 'utf8').catch(() => '')
  if (runningHolder(staleText)) await link(stalePath, lock).catch(() => undefined)
  await rm(stalePath, { force: true })
  refuseIfHeld(staleText)
}

function refuseIfHeld(lockText: string): void {
  const holder = runningHolder(lockText)
  if (holder) {
    throw new EmbeddedPostgresError(`Lustra already runs on this data folder (process ${holder}).`)
  }
}

function runningHolder(lockText: string): number | undefined {
  const [pidText, runId] = lockText.split('\n')
  const pid = Number(pidText)
  if (!pid || pid === process.pid) return undefined
  return processRunId(pid) === runId ? pid : undefined
}

async function release(folder: string): Promise<void> {
  if (!locksOfThisProcess.delete(folder)) return
  await rm(lockFileOf(folder), { force: true })
}

function lockFileOf(folder: string): string {
  return join(folder, 'lustra.pid')
}
