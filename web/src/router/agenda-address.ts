/** The views of the agenda, as its address names them. */
export const AGENDA_VIEWS = ['today', 'week', 'month'] as const
export type AgendaView = (typeof AGENDA_VIEWS)[number]

/** The address of the agenda; `from` is a date of the days that it shows. */
export function agendaAddress(view: AgendaView = 'today', from?: string): string {
  const query = new URLSearchParams({
    ...(view === 'today' ? {} : { view }),
    ...(from ? { from } : {}),
  })
  return query.size > 0 ? `/dashboard/week?${query}` : '/dashboard/week'
}
