/**
 * SQL about what a professional may see of a booking. While the lead is locked, nothing that the client typed is shown:
 * city and state follow from the ZIP, and the client's reason stays out. `open` is an SQL condition. Each expression
 * reads columns of a row of the table bookings; those of a place can read `table` instead. rule: lead-locked
 */

/** Whether the pair's lead is open. */
export const LEAD_OPEN_SQL = `exists (
  select from leads where leads.professional_id = bookings.professional_id
    and leads.client_id = bookings.client_id and leads.opened_at is not null)`

type TableWithPlace = 'bookings' | 'series'

export const visibleCitySql = (open: string, table: TableWithPlace = 'bookings') =>
  typedOrOfZip('city', open, table)

export const visibleStateSql = (open: string, table: TableWithPlace = 'bookings') =>
  typedOrOfZip('state', open, table)

const visibleIf = (open: string) => `(${open} or coalesce(bookings.cancelled_by, '') <> 'client')`

export const visibleReasonSql = (open: string) =>
  `case when ${visibleIf(open)} then bookings.reason end`

/** The code of the reason; what one can choose says as much as what one can write. */
export const visibleReasonCodeSql = (open: string) =>
  `case when ${visibleIf(open)} then bookings.reason_code end`

function typedOrOfZip(column: 'city' | 'state', open: string, table: TableWithPlace): string {
  return `case when ${open} then ${table}.${column}
    else coalesce((select zips.${column} from zips where zips.zip = ${table}.zip_code), '') end`
}
