/** The same day and time so many months later, or the month's last day where it is shorter. */
export function monthsAfter(start: Date, months: number): Date {
  const date = new Date(start)
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(start.getUTCDate(), lastDay))
  return date
}
