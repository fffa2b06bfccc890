/** Today's date on the clock of a zone, 'YYYY-MM-DD'. */
export function ownToday(timeZone: string, now = new Date()): string {
  // Sweden writes dates so.
  return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(now)
}
