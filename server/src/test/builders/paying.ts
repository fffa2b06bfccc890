import type { Db } from '#server/db/db.ts'
import type { Pair } from '#server/money/leads/leads.ts'
import { as } from '../call.ts'
import type { TestServer } from '../server.ts'

type Person = { id: string }

/** Opens a checkout by API; returns its id. */
export async function openCheckout(
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

/** Returns from the hosted page to /payment-success, as JSON. */
export async function returnFromCheckout(
  server: TestServer,
  professional: Person,
  session: string,
) {
  const caller = await as(server, professional)
  return caller.get(`/payment-success?user_id=${professional.id}&session_id=${session}`, {
    accept: 'application/json',
  })
}

/** Opens a checkout, pays it and returns from it; returns its id. */
export async function payAndReturn(
  server: TestServer,
  professional: Person,
  kind: 'subscription' | 'lead',
): Promise<string> {
  const session = await openCheckout(server, professional, kind)
  await server.payments.pay(session)
  const { status, body } = await returnFromCheckout(server, professional, session)
  if (status !== 200) throw new Error(`Not settled: ${JSON.stringify(body)}`)
  return session
}

/** Changes what a subscription costs a month, as if that had been agreed when it began. */
export async function agreeOn(
  { db }: TestServer,
  { id }: Person,
  { priceCents, credits }: { priceCents: number; credits: number },
): Promise<void> {
  const { provider_subscription_id } = await db
    .updateTable('subscriptions')
    .set({ price_cents: priceCents, monthly_credits: credits })
    .where('professional_id', '=', id)
    .returning('provider_subscription_id')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('simulated_subscriptions')
    .set({ amount_cents: priceCents })
    .where('id', '=', provider_subscription_id)
    .execute()
}

/** The answer of leads-status. */
export async function leadsStatus(server: TestServer, professional: Person) {
  const caller = await as(server, professional)
  return (await caller.get(`/api/professional/leads-status/${professional.id}`)).body
}

/** The number of rows in every table that billing writes, to see that a refusal wrote nothing. */
export async function countBillingRows({ db }: TestServer): Promise<Record<string, number>> {
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
  return Boolean(lead?.opened_at)
}
