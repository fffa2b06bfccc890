import type { Db } from '#server/db/db.ts'
import type { Pair } from '#server/features/billing/leads.ts'
import { as } from './call.ts'
import type { TestServer } from './server.ts'

type Person = { id: string }

/** Opens a checkout through the door and answers its id. */
export async function opened(
  server: TestServer,
  professional: Person,
  kind: 'subscription' | 'lead',
): Promise<string> {
  const caller = await as(server, professional)
  const answer =
    kind === 'lead'
      ? await caller.post('/api/payments/lead-payment', { professional_id: professional.id })
      : await caller.post(`/api/professional/activate/${professional.id}`)
  if (answer.status !== 200) throw new Error(`Refused: ${JSON.stringify(answer.body)}`)
  return String(answer.body.checkout_url).split('/').at(-1)!
}

/** Comes back from the hosted page, as the page /payment-success does. */
export async function returned(server: TestServer, professional: Person, session: string) {
  const caller = await as(server, professional)
  return caller.get(`/payment-success?user_id=${professional.id}&session_id=${session}`, {
    accept: 'application/json',
  })
}

/** Opens, pays and comes back; answers the checkout's id. */
export async function paid(
  server: TestServer,
  professional: Person,
  kind: 'subscription' | 'lead',
): Promise<string> {
  const session = await opened(server, professional, kind)
  await server.payments.pay(session)
  const { status, body } = await returned(server, professional, session)
  if (status !== 200) throw new Error(`Not settled: ${JSON.stringify(body)}`)
  return session
}

/** What leads-status answers her. */
export async function statusOf(server: TestServer, professional: Person) {
  const caller = await as(server, professional)
  return (await caller.get(`/api/professional/leads-status/${professional.id}`)).body
}

/** Everything that money could have written, counted: to see that a refusal wrote nothing. */
export async function moneyTraces({ db }: TestServer): Promise<Record<string, number>> {
  const tables = ['payments', 'lead_ledger', 'subscriptions', 'checkouts', 'events'] as const
  const counts = await Promise.all(
    tables.map(async (table) => {
      const rows = await db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<string>().as('n'))
        .execute()
      return [table, Number(rows[0]!.n)] as const
    }),
  )
  return Object.fromEntries(counts)
}

/** Whether a credit has opened the pair's lead. */
export async function isLeadOpen(db: Db, { professionalId, clientId }: Pair): Promise<boolean> {
  const lead = await db
    .selectFrom('leads')
    .select('opened_at')
    .where('professional_id', '=', professionalId)
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  return lead?.opened_at != null
}
