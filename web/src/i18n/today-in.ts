/** Today's date on the clock of a zone, 'YYYY-MM-DD'. */
export function todayIn(timeZone: string): string {
  // Sweden writes dates so.
  return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date())
}
