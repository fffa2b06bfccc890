import type pg from 'pg'

/** The writes that the API has acknowledged. */
export type History = {
  /** `key` is in its notes, so that one that was written twice shows. */
  bookings: { id: string; key: string; clientId: string; professionalId: string }[]
  messages: { id: string; key: string }[]
  /** Checkouts that were paid and confirmed. Each brings one credit. */
  payments: { session: string }[]
}

export const newHistory = (): History => ({ bookings: [], messages: [], payments: [] })

export type Verdict = {
  acknowledged: number
  lost: number
  /** Written twice by one request and its repetitions. */
  twice: number
  /** Professionals whose balance is not the sum of their ledger, and bookings whose credit was not spent once. */
  wrongCredits: number
}

type Query = { text: string; values: unknown[] }

/** Compares what was acknowledged with what the database has. rule: chaos-history */
export async function checkHistory(client: pg.Client, history: History): Promise<Verdict> {
  const count = async ({ text, values }: Query) =>
    Number((await client.query<{ n: string }>(text, values)).rows[0]!.n)
  const total = async (queries: Query[]) => {
    let sum = 0
    for (const query of queries) sum += await count(query)
    return sum
  }
  const { bookings, messages, payments } = history
  return {
    acknowledged: bookings.length + messages.length + payments.length,
    lost: await total(lostQueries(history)),
    twice: await total(twiceQueries(history)),
    wrongCredits: await total(creditQueries(history)),
  }
}

function lostQueries({ bookings, messages, payments }: History): Query[] {
  const missing = (table: string, ids: string[]) => ({
    text: `select count(*) as n from unnest($1::uuid[]) as id where not exists (select from ${table} where ${table}.id = id.id)`,
    values: [ids],
  })
  return [
    missing(
      'bookings',
      bookings.map(({ id }) => id),
    ),
    missing(
      'messages',
      messages.map(({ id }) => id),
    ),
    {
      text: `select count(*) as n from unnest($1::text[]) as session where not exists (
        select from simulated_checkouts
        join payments on provider_payment_id = simulated_checkouts.payment_id and payments.status = 'paid'
        join lead_ledger on lead_ledger.payment_id = payments.id and lead_ledger.kind = 'bought'
        where simulated_checkouts.id = session)`,
      values: [payments.map(({ session }) => session)],
    },
  ]
}

function twiceQueries({ bookings, messages }: History): Query[] {
  const repeated = (table: string, column: string, keys: string[]) => ({
    text: `select count(*) as n from (
      select from ${table} where ${column} = any($1::text[]) group by ${column} having count(*) > 1) as twice`,
    values: [keys],
  })
  return [
    repeated(
      'bookings',
      'notes',
      bookings.map(({ key }) => key),
    ),
    repeated(
      'messages',
      'text',
      messages.map(({ key }) => key),
    ),
    {
      text: `select count(*) as n from (
        select from lead_ledger where kind = 'bought' group by payment_id having count(*) > 1) as twice`,
      values: [],
    },
  ]
}

function creditQueries({ bookings }: History): Query[] {
  return [
    {
      text: `select count(*) as n from lead_credits
        where balance <> (
          select coalesce(sum(amount), 0) from lead_ledger
          where lead_ledger.professional_id = lead_credits.professional_id)`,
      values: [],
    },
    {
      text: `select count(*) as n from (select distinct client, professional from unnest($1::uuid[], $2::uuid[]) as pair (client, professional)) as pair
        where (select count(*) from lead_ledger where kind = 'spent' and client_id = client and professional_id = professional) <> 1`,
      values: [
        bookings.map(({ clientId }) => clientId),
        bookings.map(({ professionalId }) => professionalId),
      ],
    },
  ]
}
