/** Today's date on the clock of a zone, 'YYYY-MM-DD'. */
export function todayIn(timeZone: string): string {
  return dateIn(timeZone, new Date())
}

/** The date of an instant on the clock of a zone, 'YYYY-MM-DD'. */
export function dateIn(timeZone: string, instant: Date): string {
  // Sweden writes dates so.
  return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(instant)
}
