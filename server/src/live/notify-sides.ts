import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/db.ts'

type Services = Pick<Context, 'db' | 'live'>

/**
 * Sends both sides, or the one that sees it, a live event: their browsers fetch the conversation again. Call it after
 * the commit. Does not wait for other processes. rule: live-refresh
 */
export function notifyPair(
  { live }: Pick<Context, 'live'>,
  pair: readonly string[],
  conversation_id: string,
): void {
  void live.notify(pair, { type: 'conversation', conversation_id })
}

/**
 * Sends both sides of a booking live events: their browsers fetch their bookings and their conversation again. Of a
 * held booking only the client gets them. Call it after the commit. rule: live-refresh, held-starts
 */
export async function notifyBookingChange(context: Services, bookingId: string): Promise<void> {
  const booking = await conversationOfBooking(context.db, bookingId)
  if (booking) notifyBookingSides(context, booking)
}

/**
 * Sends the live events of a change to a booking whose sides and conversation are known. Only the client gets those of
 * a held booking.
 */
export function notifyBookingSides(
  context: Pick<Context, 'live'>,
  {
    client_id,
    professional_id,
    conversation_id,
    held,
  }: {
    client_id: string
    professional_id: string
    conversation_id: string | null
    /** Why its professional does not see it; null: they do. */
    held: string | null
  },
): void {
  const pair = held === null ? [client_id, professional_id] : [client_id]
  void context.live.notify(pair, { type: 'bookings' })
  if (conversation_id !== null) notifyPair(context, pair, conversation_id)
}

/** Sends both sides of these series the live events of a change to their bookings. rule: live-refresh */
export async function notifySeriesChange(
  context: Context,
  seriesIds: readonly string[],
): Promise<void> {
  const pairs = await conversationsOfSeries(context.db, seriesIds)
  for (const { id, client_id, professional_id } of pairs)
    notifyBookingSides(context, { client_id, professional_id, conversation_id: id, held: null })
}

/** The conversation of a booking's client and professional. */
async function conversationOfBooking(db: Db, bookingId: string) {
  const { rows } = await sql<Parameters<typeof notifyBookingSides>[1]>`
    select conversation_id, client_id, professional_id, bookings.held
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
