const FIRST_MS = 1000
const LONGEST_MS = 30_000

/**
 * Milliseconds before the nth retry: doubled each time, at most 30 s, with a random part so that browsers do not retry
 * together.
 */
export function backoffMs(attempt: number, random: () => number = Math.random): number {
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** (attempt - 1)) * (0.5 + random() / 2)
}
