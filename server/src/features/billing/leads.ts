/**
 * The lead of the pair in the row `booking` (decision 14: one pair is one lead, for ever), as a part of a statement. It opens
 * at once and costs nothing. `now` is an expression in SQL.
 */
export function leadOfBookingSql(now: string): string {
  return `insert into leads (professional_id, client_id, source, opened_at, created_at)
    select professional_id, client_id, 'booking', ${now}, ${now} from booking
    on conflict (professional_id, client_id) do nothing`
}
