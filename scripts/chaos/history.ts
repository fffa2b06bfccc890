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

/** Compares what was acknowledged with what the database has. rule: database-lost */
export async function checkHistory(
  client: pg.Client,
  { bookings, messages, payments }: History,
): Promise<Verdict> {
  const acknowledged = [bookings, messages, payments]
  const { rows } = await client.query<Record<keyof Verdict, string>>(
    COUNTED,
    acknowledged.map((each) => JSON.stringify(each)),
  )
  const { lost, twice, wrongCredits } = rows[0]!
  return {
    acknowledged: acknowledged.flat().length,
    lost: Number(lost),
    twice: Number(twice),
    wrongCredits: Number(wrongCredits),
  }
}

const COUNTED = `
  with booking as (
    select * from json_to_recordset($1::json) as given (id uuid, key text, "clientId" uuid, "professionalId" uuid)
  ), message as (
    select * from json_to_recordset($2::json) as given (id uuid, key text)
  ), checkout as (
    select * from json_to_recordset($3::json) as given (session text)
  ), pair as (
    select distinct "clientId" as client, "professionalId" as professional from booking
  ), repeated as (
    select notes from bookings where notes in (select key from booking) group by notes having count(*) > 1
    union all
    select text from messages where text in (select key from message) group by text having count(*) > 1
    union all
    select payment_id::text from lead_ledger where kind = 'bought' group by payment_id having count(*) > 1
  )
  select
    (select count(*) from booking where not exists (select from bookings where bookings.id = booking.id))
      + (select count(*) from message where not exists (select from messages where messages.id = message.id))
      + (select count(*) from checkout where not exists (
        select from simulated_checkouts
        join payments on provider_payment_id = simulated_checkouts.payment_id and payments.status = 'paid'
        join lead_ledger on lead_ledger.payment_id = payments.id and lead_ledger.kind = 'bought'
        where simulated_checkouts.id = session)) as lost,
    (select count(*) from repeated) as twice,
    (select count(*) from lead_credits where balance <> (
        select coalesce(sum(amount), 0) from lead_ledger
        where lead_ledger.professional_id = lead_credits.professional_id))
      + (select count(*) from pair where 1 <> (
        select count(*) from lead_ledger
        where kind = 'spent' and client_id = client and professional_id = professional)) as "wrongCredits"`
