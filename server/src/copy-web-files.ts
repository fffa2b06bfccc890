import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Copies a folder to a new folder of this process inside `place`, and returns its path. Also removes copies of
 * processes that have ended. `place` is in DATA_DIR, because systems delete old files in /tmp. rule: built-files-held
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
    // The process runs, but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
