/** Of what fails without being worth an alert (client spec 8: service types and unread messages on the home screen): a line for whoever looks. */
export function logFailure(what: string, error: unknown): void {
  // oxlint-disable-next-line no-console -- the browser's console is the only log that a screen has
  console.warn(`${what}:`, error)
}
