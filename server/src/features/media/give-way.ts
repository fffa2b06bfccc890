import { readdirSync } from 'node:fs'
import { constants, setPriority } from 'node:os'

/** Lets every other process go first. Linux keeps a priority for each thread, so that all there are now are asked to; later ones take after them. */
export function giveWay(): void {
  for (const thread of threads()) {
    try {
      setPriority(thread, constants.priority.PRIORITY_LOW)
    } catch {
      // It has ended meanwhile.
    }
  }
}

function threads(): number[] {
  try {
    return readdirSync('/proc/self/task').map(Number)
  } catch {
    return [process.pid]
  }
}
