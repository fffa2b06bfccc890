import { sql } from 'kysely'
import type { Tx } from '#server/db/db.ts'
import { limitScale } from '#server/http/limits/limit-scale.ts'
import { secondsUntil } from '#server/http/limits/rate-limits.ts'
import type { TxContext } from '#server/context.ts'

/** Messages of a client into a conversation without an answer. RATE_LIMIT_SCALE multiplies all. rule: contact-limits */
const UNANSWERED_AN_HOUR = 30
const UNANSWERED_A_DAY = 60
/** To how many professionals who have not answered a client may write one text. */
const SAME_TEXT_A_DAY = 5

type UnansweredMessage = {
  clientId: string
  /** Null: the message opens the conversation. */
  conversationId: string | null
  /** Null of a photo: the limit of one text does not apply to it. */
  text: string | null
  at: Date
}

/**
 * The seconds after which a client may write into a conversation that the professional has not answered; null: now. A
 * text that this conversation has had does not count again. The caller holds the client's lock (`lockClient`).
 * rule: contact-limits
 */
export async function waitForMessage(
  { config }: TxContext,
  tx: Tx,
  { clientId, conversationId, text, at }: UnansweredMessage,
): Promise<number | null> {
  const scale = limitScale(config)
  const { rows } = await sql<{ free_at: Date | null }>`
    with written as (
      select conversation_id, kind, text, seq, messages.created_at
      from messages join leads using (conversation_id)
      where leads.client_id = ${clientId}::uuid and sender_id = ${clientId}::uuid
        and messages.created_at > ${at}::timestamptz - interval '24 hours'
    ), own as (
      select * from written where conversation_id = ${conversationId}::uuid
    ), of_text as (
      select min(created_at) as first_at from written where text = ${text}::text group by conversation_id
    )
    select coalesce(
      (select created_at + interval '1 hour' from own
        where kind <> 'booking' and created_at > ${at}::timestamptz - interval '1 hour'
        order by seq desc offset ${UNANSWERED_AN_HOUR * scale - 1}::integer limit 1),
      (select created_at + interval '24 hours' from own where kind <> 'booking'
        order by seq desc offset ${UNANSWERED_A_DAY * scale - 1}::integer limit 1),
      (select first_at + interval '24 hours' from of_text
        where not exists (select from own where own.text = ${text}::text)
        order by first_at desc offset ${SAME_TEXT_A_DAY * scale - 1}::integer limit 1)
    ) as free_at`.execute(tx)
  const { free_at } = rows[0]!
  return free_at && secondsUntil(free_at, at)
}
