import { globSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { hashOf } from './prepare.mjs'

const checkout = join(import.meta.dirname, '..')
const cache = join(checkout, '.cache')

type Preparation = {
  /** The folder in .cache where prepared folders of this kind are stored. */
  name: string
  /** Glob patterns of the files that decide what the folder contains; tests do not count. */
  sources: string[]
  /** The age at which a prepared folder is made again. */
  maxAgeMs?: number
  make(folder: string): Promise<void>
}

/**
 * Fills `target` with a copy of a folder that was prepared earlier from the same sources. Prepares it first where there
 * is none. Runs that share a checkout may call it at the same time.
 */
export async function copyPrepared(preparation: Preparation, target: string): Promise<void> {
  const { name, sources, maxAgeMs = Infinity, make } = preparation
  const kind = join(cache, name)
  const prepared = join(kind, hashOf(globSync(sources, { cwd: checkout }).toSorted()))
  if (!(await isFresh(prepared, maxAgeMs))) {
    await mkdir(kind, { recursive: true })
    const staging = await mkdtemp(join(kind, 'new-'))
    try {
      await make(staging)
      await removeOthers(kind, staging)
      await rename(staging, prepared)
    } finally {
      await rm(staging, { recursive: true, force: true })
    }
  }
  await cp(prepared, target, { recursive: true })
}

async function isFresh(folder: string, maxAgeMs: number): Promise<boolean> {
  const madeAt = (await stat(folder).catch(() => undefined))?.birthtimeMs
  return madeAt !== undefined && Date.now() - madeAt < maxAgeMs
}

async function removeOthers(kind: string, staging: string): Promise<void> {
  const names = (await readdir(kind)).filter((name) => join(kind, name) !== staging)
  const old = names.filter((name) => !name.startsWith('new-'))
  await Promise.all(old.map((entry) => rm(join(kind, entry), { recursive: true, force: true })))
}
