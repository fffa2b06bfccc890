import { Refusal } from './client.ts'

/** Of what fails without being worth an alert (client spec 8: service types and unread messages on the home screen): a line for whoever looks. That a session has ended is told by itself (session-expired.ts). */
export function logFailure(what: string, error: unknown): void {
  if (error instanceof Refusal && error.code === 'not_signed_in') return
  // oxlint-disable-next-line no-console -- the browser's console is the only log that a screen has
  console.warn(`${what}:`, error)
}
