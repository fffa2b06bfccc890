import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Message } from '#contract/messaging.ts'
import type { Db } from '#server/db/db.ts'
import type { Actor } from '#server/http/actor.ts'
import { saveAnswerSql } from '#server/http/idempotency.ts'
import type { Idempotency } from '#server/http/idempotency.ts'
import { saveFirstAnswersSql, saveLeadsSql } from '../billing/leads.ts'
import type { Pair } from '../billing/leads.ts'
import { lockPeopleSql } from '../identity/lock-people.ts'
import { ANSWERED_SQL, BLOCKED_SQL, UNANSWERED_HOURS_A_DAY } from './conversations.queries.ts'
import type { ConversationState } from './conversations.queries.ts'

/**
 * The part of the statement that updates the lead, by the role of the sender. It applies only if a message was written.
 */
const WRITTEN_PAIR = {
  pairs: sql`conversation where exists (select from message)`,
  at: sql<Date>`conversation.at`,
}
const LEAD_SQL = {
  client: saveLeadsSql({ ...WRITTEN_PAIR, source: 'message' }),
  professional: saveFirstAnswersSql(WRITTEN_PAIR),
}

/**
 * Whether the sender may write into an existing conversation, as a condition on the row `conversation`. If it is false,
 * `checkMayContinue` applies the same conditions again to choose the refusal.
 */
const MAY_WRITE_SQL = {
  client: sql`not blocked and wait is null and pair_wait is null`,
  professional: sql`open and not blocked`,
}

type NewMessage = {
  pair: Pair
  /** The message as the API returns it, without the ids that the statement creates. */
  message: Omit<Message, 'id' | 'conversation_id'>
  /** The file name of the photo. */
  file: string | null
  /** How many messages an hour a client may write before the professional has answered. */
  unansweredPerHour: number
  /** To how many professionals who have not answered a client may write this text in 24 hours. */
  sameTextADay: number
  /** An SQL expression: the seconds after which the client may open this lead again; null: now. */
  pairWait: RawBuilder<number | null>
  idempotency: Idempotency | undefined
}

/**
 * The state of the conversation before the message, and the message. If `message` is null, nothing was written.
 */
type WriteResult = ConversationState & {
  wait: number | null
  pair_wait: number | null
  message: WrittenMessage | null
}

/** `hidden`: its receiver does not see it yet. The API does not return that. rule: held-starts */
export type WrittenMessage = Message & { hidden?: true }

/** Runs `messageStatement`. Returns undefined if the pair has no conversation. */
export async function writeMessage(
  db: Db,
  role: Actor['role'],
  message: NewMessage,
): Promise<WriteResult | undefined> {
  const { rows } = await messageStatement(role, message).execute(db)
  return rows[0]
}

/**
 * Writes a message into an existing conversation, in one statement and one round trip. The statement reads the
 * conversation. If the sender may write, it inserts the message, updates the lead, and saves the answer for the
 * Idempotency-Key. It returns no row, and writes nothing, if the pair has no conversation. docs/benchmarks/messages.md
 * has its figures.
 */
function messageStatement(
  role: Actor['role'],
  { pair, message, file, unansweredPerHour, sameTextADay, pairWait, idempotency }: NewMessage,
): RawBuilder<WriteResult> {
  const { sender_id: senderId, receiver_id: receiverId, timestamp: at } = message
  const wait =
    role === 'client'
      ? sql`case when not answered and not blocked then coalesce(wait_for_message(
          ${senderId}::uuid, id, at, ${unansweredPerHour}::integer, ${unansweredPerHour * UNANSWERED_HOURS_A_DAY}::integer),
          wait_for_text(${senderId}::uuid, id, ${file === null ? message.message : null}::text, at, ${sameTextADay}::integer)) end`
      : sql`null::integer`
  // Only a lead whose credit was returned asks again, so other messages do without this count.
  const waitAgain =
    role === 'client'
      ? sql`case when returned and not blocked and wait is null then ${pairWait} end`
      : sql`null::integer`
  return sql<WriteResult>`
    with people as materialized (
      ${lockPeopleSql(pair.clientId, pair.professionalId)}
    ), state as materialized (
      select conversation_id as id, professional_id, client_id, ${at}::timestamptz as at,
        opened_at is not null as open,
        opened_at is null and waiting_since is null and held is null as returned, held,
        answered,
        (select count(*) from people) < 2 or ${BLOCKED_SQL} as blocked
      from leads cross join lateral (select ${ANSWERED_SQL} as answered) as answer
      where professional_id = ${pair.professionalId}::uuid and client_id = ${pair.clientId}::uuid
        and ${role === 'client' ? sql`true` : sql`held is null`}
    ), conversation as materialized (
      select *, ${waitAgain} as pair_wait from (select *, ${wait} as wait from state) as limited
    ), message as (
      insert into messages (conversation_id, sender_id, receiver_id, kind, text, picture, picture_facts, created_at)
      select id, ${senderId}::uuid, ${receiverId}::uuid, ${message.kind}, ${message.message}, ${file},
        ${message.picture && JSON.stringify(message.picture)}::jsonb, at
      from conversation where ${MAY_WRITE_SQL[role]}
      returning id, conversation_id
    ), answer as (
      select jsonb_build_object('id', message.id, 'conversation_id', conversation_id) || ${JSON.stringify(message)}::jsonb
        || case when held is null then '{}' else '{"hidden": true}' end::jsonb
        || case when held = 'email' then '{"held": "email"}' else '{}' end::jsonb as message
      from message, conversation
    ), lead as (
      ${LEAD_SQL[role]}
    ), saved_answer as (
      ${saveAnswerSql(idempotency, { answer: sql.ref('message'), from: sql.table('answer') })}
    )
    select id, open, returned, answered, blocked, held, wait, pair_wait, message
    from conversation left join answer on true`
}
