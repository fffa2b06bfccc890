import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * A copy of a folder for this process alone, within `place`, where nothing is tidied away by age; removes those of processes that have
 * ended without removing theirs.
 */
export async function copyWebFiles(folder: string, place: string): Promise<string> {
  await mkdir(place, { recursive: true })
  for (const name of await readdir(place)) {
    const pid = Number(/^(\d+)-/.exec(name)?.[1])
    if (pid && !isRunning(pid)) await rm(join(place, name), { recursive: true, force: true })
  }
  const copy = await mkdtemp(join(place, `${process.pid}-`))
  await cp(folder, copy, { recursive: true })
  return copy
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // Somebody else's process runs too.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
