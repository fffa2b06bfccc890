import { BOOKING_HOURS } from '#contract/bookings/booking-rules.ts'

/**
 * The time zones of the table of places. `search_entries.zone` stores the position in this list, counted from 1: new
 * ones are added at the end.
 */
export const ZONES: readonly string[] = `
  America/New_York America/Chicago America/Denver America/Los_Angeles America/Phoenix
  America/Anchorage Pacific/Honolulu America/Puerto_Rico America/Detroit America/Boise
  America/Adak America/Indiana/Indianapolis America/Indiana/Knox America/Indiana/Marengo
  America/Indiana/Petersburg America/Indiana/Tell_City America/Indiana/Vevay
  America/Indiana/Vincennes America/Indiana/Winamac America/Juneau America/Kentucky/Louisville
  America/Kentucky/Monticello America/Menominee America/Metlakatla America/Nome
  America/North_Dakota/Beulah America/North_Dakota/Center America/North_Dakota/New_Salem
  America/Sitka America/St_Thomas America/Yakutat Pacific/Guam Pacific/Pago_Pago Pacific/Saipan
  Pacific/Wake
`
  .trim()
  .split(/\s+/)

/** The number of a zone in search entries. */
export function zoneNumber(timeZone: string): number {
  const index = ZONES.findIndex((zone) => zone === timeZone)
  if (index === -1) throw new Error(`Search has no number for the time zone ${timeZone}.`)
  return index + 1
}

/** The bit of a length of a visit in `search_entries.lengths`. */
export function lengthBit(hours: number): number {
  return 1 << BOOKING_HOURS.findIndex((length) => length === hours)
}

/** The bit of `search_entries.lengths` that says that visits may run over breaks. rule: free-times */
export const OVER_BREAKS_BIT = 1 << BOOKING_HOURS.length
