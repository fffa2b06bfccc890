import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { lifeOf } from './process-life.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'

const heldHere = new Map<string, DataDirHold>()

export interface DataDirHold {
  /** Lets the next process have the data folder. Calling it twice is harmless. */
  release(): Promise<void>
}

/**
 * Makes the data folder where it is missing and holds it for this process, until it releases it or dies.
 * Holding it again from the same process gives the same hold.
 * Throws EmbeddedPostgresError when another living process holds it, or when the folder cannot be written.
 */
export async function holdDataDir(dataDir: string): Promise<DataDirHold> {
  const folder = resolve(dataDir)
  const held = heldHere.get(folder)
  if (held) return held
  try {
    await mkdir(folder, { recursive: true })
    await claim(folder)
  } catch (error) {
    if (error instanceof EmbeddedPostgresError) throw error
    throw new EmbeddedPostgresError(
      `The data folder ${folder} cannot be written (${(error as NodeJS.ErrnoException).code}). Choose another with DATA_DIR.`,
    )
  }
  const hold = { release: () => release(folder) }
  heldHere.set(folder, hold)
  return hold
}

/** The living process other than this one that holds the data folder, if any. */
export async function holderOf(dataDir: string): Promise<number | undefined> {
  const text = await readFile(lockOf(resolve(dataDir)), 'utf8').catch(() => '')
  return livingHolder(text)
}

async function claim(folder: string): Promise<void> {
  const lock = lockOf(folder)
  const mine = `${lock}.${process.pid}`
  await writeFile(mine, `${process.pid}\n${lifeOf(process.pid)}\n`)
  try {
    // A link appears whole or not at all, so nobody ever reads half a lock.
    while (!(await linked(mine, lock))) await clearStale(lock, mine)
  } finally {
    await rm(mine, { force: true })
  }
}

async function linked(mine: string, lock: string): Promise<boolean> {
  try {
    await link(mine, lock)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

async function clearStale(lock: string, mine: string): Promise<void> {
  refuseLiving(await readFile(lock, 'utf8').catch(() => ''))
  const aside = `${mine}.stale`
  await rename(lock, aside).catch(() => undefined)
  const moved = await readFile(aside, 'utf8').catch(() => '')
  if (livingHolder(moved)) await link(aside, lock).catch(() => undefined)
  await rm(aside, { force: true })
  refuseLiving(moved)
}

function refuseLiving(lockText: string): void {
  const holder = livingHolder(lockText)
  if (holder) {
    throw new EmbeddedPostgresError(`Lustra already runs on this data folder (process ${holder}).`)
  }
}

function livingHolder(lockText: string): number | undefined {
  const [pidText, life] = lockText.split('\n')
  const pid = Number(pidText)
  if (!pid || pid === process.pid) return undefined
  return lifeOf(pid) === life ? pid : undefined
}

async function release(folder: string): Promise<void> {
  if (!heldHere.delete(folder)) return
  await rm(lockOf(folder), { force: true })
}

function lockOf(folder: string): string {
  return join(folder, 'lustra.pid')
}
