import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

type MoneyNews = {
  id: string
  kind: string
  /** Whose money it is. */
  professional_id: string
  at: Date
  data: Record<string, string | number | boolean | null>
  /** The payment it is about, as it stands now. */
  payment: { number: string; kind: string; amount_cents: number; period_end: string | null } | null
  /** The client whose lead it is, by id. */
  client_id: string | null
  /** How the client came, if it is about a lead. */
  source: string | null
  subscription: {
    status: string
    paid_until: string
    failing_since: string | null
    cancel_at_period_end: boolean
  } | null
}

/** What happened to somebody's money or leads, with what is true of it now. */
export async function moneyNewsOf(db: Db, eventId: string): Promise<MoneyNews | undefined> {
  const { rows } = await sql<MoneyNews>`
    select events.id, events.kind, subject_id as professional_id, events.at, events.data, client.client_id, leads.source,
      case when payments.id is not null then json_build_object('number', payments.number::text, 'kind', payments.kind,
        'amount_cents', amount_cents, 'period_end', period_end) end as payment,
      case when subscriptions.professional_id is not null then json_build_object('status', subscriptions.status,
        'paid_until', paid_until, 'failing_since', failing_since, 'cancel_at_period_end', cancel_at_period_end)
        end as subscription
    from events
    cross join lateral (
      select case events.kind when 'lead.received' then actor_id when 'lead.returned' then (events.data ->> 'client_id')::uuid
        end as client_id
    ) as client
    left join payments on payments.id = (events.data ->> 'payment_id')::uuid
    left join leads on leads.professional_id = subject_id and leads.client_id = client.client_id
    left join subscriptions on subscriptions.professional_id = subject_id
    where events.id = ${eventId}`.execute(db)
  return rows[0]
}
