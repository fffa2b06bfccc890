const FIRST_MS = 1000
const LONGEST_MS = 30_000

/** Milliseconds before the nth try to reach the server again: twice as long each time, at most 30 s, and never all browsers at once. */
export function backoffMs(attempt: number, chance: () => number = Math.random): number {
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** (attempt - 1)) * (0.5 + chance() / 2)
}
