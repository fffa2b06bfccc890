import { existsSync, readdirSync } from 'node:fs'
import { constants, setPriority } from 'node:os'

const THREADS = '/proc/self/task'

/** Lets whatever else runs on this machine go first. On Linux each thread has a priority of its own, and those of the pool have begun already. */
export function standBack(): void {
  for (const thread of existsSync(THREADS) ? readdirSync(THREADS).map(Number) : [0]) {
    setPriority(thread, constants.priority.PRIORITY_LOW)
  }
}
