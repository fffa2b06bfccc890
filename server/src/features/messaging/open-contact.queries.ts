import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { saveAnswerSql } from '#server/http/idempotency.ts'
import type { Idempotency } from '#server/http/idempotency.ts'
import type { Hold } from '../billing/holds.ts'
import { saveLeadsSql } from '../billing/leads.ts'
import type { Pair } from '../billing/leads.ts'
import { notifyMoneySql } from '../billing/money-events.ts'
import { reachableSql } from '../billing/subscription.ts'
import { activePeopleSql, lockPeopleSql } from '../identity/lock-people.ts'
import { BLOCKED_SQL } from './conversations.queries.ts'

export type NewContact = Pair & {
  at: Date
  /** An SQL expression: how the pair is held; 'too_many': it may not begin. rule: held-starts */
  hold: RawBuilder<Hold | 'too_many' | null>
  /** An SQL expression: the seconds after which the client may begin this lead; null: now. */
  pairWait: RawBuilder<number | null>
  /** An SQL expression: whether the pair is screened. It counts the pair. rule: screened-contacts */
  isScreened: RawBuilder<boolean>
  idempotency: Idempotency | undefined
}

/** The results of the checks, and the conversation. If a check failed, nothing was written, and `opened` is null. */
export type ContactResult = {
  /** False if an account was deleted or suspended while the statement waited for it: then it has to run again. */
  is_current: boolean
  signed_in: boolean
  reachable: boolean
  /** Of the conversation that the pair has; null: it has none. */
  blocked: boolean | null
  /** How a new pair is held; null: it is not, or there are earlier refusals. */
  hold: Hold | 'too_many' | null
  pair_wait: number | null
  opened: OpenedContact | null
}

/** Only the id if it is not held: so the answers of repeated requests were saved before there were holds. */
export type OpenedContact = string | { id: string; hold: Hold }

/** Runs `contactStatement`. */
export async function openContact(db: Db, contact: NewContact): Promise<ContactResult> {
  const { rows } = await contactStatement(contact).execute(db)
  return rows[0]!
}

/**
 * Finds the conversation of a pair, or opens it with the pair's lead, event, job and saved answer, in one statement.
 * The locks are those of every start: both accounts, the client, the networks that are counted, the professional's
 * credits. Each step reads the one before it, so that the order holds. It needs the credits for the event, because it
 * cannot see what the triggers on the lead will write. rule: contact-first, lead-opens
 */
function contactStatement({
  professionalId,
  clientId,
  at,
  hold,
  pairWait,
  isScreened,
  idempotency,
}: NewContact): RawBuilder<ContactResult> {
  const [professional, client] = [sql`${professionalId}::uuid`, sql`${clientId}::uuid`]
  const pair = sql`(select ${professional} as professional_id, ${client} as client_id, hold from allowance
    where pair_wait is null and coalesce(hold, '') <> 'too_many') as pair`
  return sql<ContactResult>`
    with people as materialized (
      ${lockPeopleSql(clientId, professionalId)}
    ), existing as materialized (
      select conversation_id as id, held, ${BLOCKED_SQL} as blocked from leads
      where professional_id = ${professional} and client_id = ${client}
    ), checked as materialized (
      select (select count(*) from people) = (select count(*) from (${activePeopleSql(clientId, professionalId)}) as seen) as is_current,
        exists (select from people where id = ${client}) as signed_in, ${reachableSql('asked.id')} as reachable
      from (select ${professional} as id) as asked
    ), allowance as materialized (
      select pair_wait, case when pair_wait is null and hold is null and ${isScreened} then 'screened' else hold end as hold
      from (select *, case when coalesce(hold, '') <> 'too_many' then ${pairWait} end as pair_wait from (
        select ${hold} as hold from checked
        where is_current and signed_in and reachable and not exists (select from existing)
      ) as held) as waited
    ), credits as materialized (
      select balance from lead_credits where professional_id = ${professional}
        and exists (select from allowance where pair_wait is null and hold is null) for no key update
    ), lead as (
      ${saveLeadsSql({ pairs: pair, source: 'contact', at: sql`${at}::timestamptz`, held: sql.ref('hold') })}
      returning conversation_id as id, held
    ), event as (
      insert into events (kind, subject_id, actor_id, data, at)
      select 'lead.received', ${professional}, ${client},
        jsonb_build_object('locked', not coalesce((select balance > 0 from credits), false)), ${at}::timestamptz
      from lead where held is null
      returning id
    ), notice as (
      select ${notifyMoneySql(sql.ref('event.id'))} as job from event
    ), opened as (
      select case when held is null then to_jsonb(id) else jsonb_build_object('id', id, 'hold', held) end as answer
      from (select id, held from lead union all select id, held from existing, checked
        where is_current and signed_in and not blocked) as conversation
    ), saved_answer as (
      ${saveAnswerSql(idempotency, { answer: sql.ref('answer'), from: sql.table('opened') })}
    )
    -- PostgreSQL runs 'notice' only because its rows are counted here.
    select is_current, signed_in, reachable, blocked, hold, pair_wait, answer as opened, (select count(job) from notice) as notices
    from checked left join existing on true left join allowance on true left join opened on true`
}
