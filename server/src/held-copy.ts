import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PREFIX = 'lustra-web-'

/** A copy of a folder for this process alone; removes those of processes that have ended without removing theirs. */
export async function heldCopy(folder: string): Promise<string> {
  for (const name of await readdir(tmpdir())) {
    const pid = Number(new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1])
    // What another person of this machine left is that person's to remove.
    if (pid && !isRunning(pid))
      await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => {})
  }
  const copy = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`))
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
