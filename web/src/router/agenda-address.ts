/** The views of the agenda, as its address names them. */
export const AGENDA_VIEWS = ['week', 'today', 'month'] as const
export type AgendaView = (typeof AGENDA_VIEWS)[number]

/** The address of the agenda, by default of the next 7 days; `from` is a date of the days that it shows. */
export function agendaAddress(view: AgendaView = 'week', from?: string): string {
  const query = new URLSearchParams({
    ...(view === 'week' ? {} : { view }),
    ...(from ? { from } : {}),
  })
  return query.size > 0 ? `/dashboard/week?${query}` : '/dashboard/week'
}
