import { Refusal } from './client.ts'

/**
 * Logs a failure that needs no message on the screen. An expired session is handled elsewhere (session-expiry.ts).
 * rule: navigation
 */
export function logFailure(description: string, error: unknown): void {
  if (error instanceof Refusal && error.code === 'not_signed_in') return
  // oxlint-disable-next-line no-console -- the browser's console is the only log that a screen has
  console.warn(`${description}:`, error)
}
