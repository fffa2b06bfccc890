import { sql } from 'kysely'
import type { Message } from '#contract/messaging.ts'
import type { Db } from '#server/db/db.ts'
import type { Actor } from '#server/http/actor.ts'
import { saveAnswerSql } from '#server/http/idempotency.ts'
import type { Idempotency } from '#server/http/idempotency.ts'
import { saveFirstAnswersSql, saveLeadsSql } from '../billing/leads.ts'
import type { Pair } from '../billing/leads.ts'
import { ANSWERED_SQL, BLOCKED_SQL } from './conversations.queries.ts'
import type { Held } from './conversations.queries.ts'

/** What a message changes in the pair's lead, by the role of its sender: rows of `facts`, if a message was written. */
const WRITTEN_PAIR = {
  pairs: sql`facts where exists (select from message)`,
  at: sql<Date>`facts.at`,
}
const LEAD = {
  client: saveLeadsSql({ ...WRITTEN_PAIR, source: 'message' }),
  professional: saveFirstAnswersSql(WRITTEN_PAIR),
}

type NewMessage = {
  pair: Pair
  /** As the calls tell it, but for its id and its conversation's. */
  message: Omit<Message, 'id' | 'conversation_id'>
  /** The file of the picture that it shows. */
  file: string | null
  /** How many a client may write in an hour into a silence. */
  unansweredPerHour: number
  idempotency: Idempotency | undefined
}

/** The conversation as it was before, and the message as it was written; without one, nothing was. `patient`: not too many into a silence. */
type Written = Held & { patient: boolean; message: Message | null }

/**
 * A message into a conversation that is there, in one statement: the conversation's facts, and if they allow it the message, the
 * lead's facts and the kept outcome. Undefined, and nothing written, where the pair has no conversation.
 */
export async function writeMessage(
  db: Db,
  role: Actor['role'],
  { pair, message, file, unansweredPerHour, idempotency }: NewMessage,
): Promise<Written | undefined> {
  const allowed =
    role === 'client' ? 'not blocked and (answered or patient)' : 'open and not blocked'
  const { sender_id: from, receiver_id: to, timestamp: at } = message
  const { rows } = await sql<Written>`/* ${sql.raw(`prepared ${role}_writes`)} */
    with facts as materialized (
      select conversation_id as id, professional_id, client_id, ${at}::timestamptz as at, opened_at is not null as open, answered,
        ${BLOCKED_SQL} as blocked,
        answered or (select count(*) from (
          select from messages where messages.conversation_id = leads.conversation_id and sender_id = ${from}::uuid
            and kind <> 'booking' and created_at > ${at}::timestamptz - interval '1 hour' limit ${unansweredPerHour}
        ) as recent) < ${unansweredPerHour} as patient
      from leads cross join lateral (select ${ANSWERED_SQL} as answered) as answer
      where professional_id = ${pair.professionalId}::uuid and client_id = ${pair.clientId}::uuid
    ), message as (
      insert into messages (conversation_id, sender_id, receiver_id, kind, text, picture, picture_facts, created_at)
      select id, ${from}::uuid, ${to}::uuid, ${message.kind}, ${message.message}, ${file},
        ${message.picture && JSON.stringify(message.picture)}::jsonb, at
      from facts where ${sql.raw(allowed)}
      returning id, conversation_id
    ), told as (
      select jsonb_build_object('id', id, 'conversation_id', conversation_id) || ${JSON.stringify(message)}::jsonb as message
      from message
    ), lead as (
      ${LEAD[role]}
    ), kept as (
      ${saveAnswerSql(idempotency, 'message', 'told')}
    )
    select id, open, answered, blocked, patient, message from facts left join told on true`.execute(
    db,
  )
  return rows[0]
}
