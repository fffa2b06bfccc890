import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/db.ts'

type Services = Pick<Context, 'db' | 'live'>

/**
 * Sends both sides, or the one that sees it, a live event: their browsers fetch the conversation again. Call it after
 * the commit. rule: live-refresh
 */
export async function notifyPair(
  { live }: Pick<Context, 'live'>,
  pair: readonly string[],
  conversation_id: string,
): Promise<void> {
  await live.notify(pair, { type: 'conversation', conversation_id })
}

/**
 * Sends both sides of a booking live events: their browsers fetch their bookings and their conversation again. Of a
 * held booking only the client gets them. Call it after the commit. rule: live-refresh, held-starts
 */
export async function notifyBookingChange(context: Services, bookingId: string): Promise<void> {
  const conversation = await conversationOfBooking(context.db, bookingId)
  if (!conversation) return
  const { client_id, professional_id, held } = conversation
  const pair = held ? [client_id] : [client_id, professional_id]
  await Promise.all([
    context.live.notify(pair, { type: 'bookings' }),
    notifyPair(context, pair, conversation.id),
  ])
}

/** The same for the bookings of these series. rule: live-refresh */
export async function notifySeriesChange(
  context: Context,
  seriesIds: readonly string[],
): Promise<void> {
  const pairs = await conversationsOfSeries(context.db, seriesIds)
  // Events are sent in batches, so waiting for each would take long.
  await Promise.all(
    pairs.flatMap(({ id, client_id, professional_id }) => {
      const pair = [client_id, professional_id] as const
      return [context.live.notify(pair, { type: 'bookings' }), notifyPair(context, pair, id)]
    }),
  )
}

/** The conversation of a booking's client and professional. */
async function conversationOfBooking(db: Db, bookingId: string) {
  const { rows } = await sql<{
    id: string
    client_id: string
    professional_id: string
    held: boolean
  }>`
    /* prepared conversation_of_booking */
    select conversation_id as id, client_id, professional_id, bookings.held is not null as held
    from bookings join leads using (client_id, professional_id) where bookings.id = ${bookingId}::uuid`.execute(
    db,
  )
  return rows[0]
}

/** The conversations of the pairs of these series. */
async function conversationsOfSeries(db: Db, seriesIds: readonly string[]) {
  return db
    .selectFrom('series')
    .innerJoin('leads', (join) =>
      join
        .onRef('leads.professional_id', '=', 'series.professional_id')
        .onRef('leads.client_id', '=', 'series.client_id'),
    )
    .where('leads.held', 'is', null)
    .where('series.id', 'in', [...seriesIds])
    .select(['leads.conversation_id as id', 'leads.professional_id', 'leads.client_id'])
    .execute()
}
