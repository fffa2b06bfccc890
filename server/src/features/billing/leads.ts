import type { Db } from '#server/db/db.ts'
import { recordEvent } from '#server/events/record.ts'
import type { Context } from '#server/context.ts'
import {
  giveBack,
  leadOf,
  noteAnswersSql,
  noteLead,
  noteLeadsSql,
  openWaiting,
  receiveLead,
  returnsDue,
} from './leads.queries.ts'
import type { Pair } from './pair.ts'
import { recordNews } from './record-news.ts'

/** Decision 17: an answer that counts, and a silence that lets a credit return. The silence after a contact is in 0008_money.sql. */
const FAIR = { answerHours: 24, silenceHours: 72 }
const RETURNS_AT_ONCE = 500

/**
 * The lead of the pair in the row `booking` (decision 14: one pair is one lead, for ever), as a part of a statement: it takes a
 * credit if there is one, and else waits. `at` is an expression in SQL.
 */
export function leadOfBookingSql(at: string): string {
  return noteLeadsSql(
    `select professional_id, client_id, 'booking', ${at}, ${at}, ${at} from booking`,
  )
}

/** The same for a client's word in the rows `message` and `facts` (the pair). Its lead is there already. */
export function leadOfMessageSql(at: string): string {
  return noteLeadsSql(
    `select professional_id, client_id, 'message', ${at}, ${at}, ${at} from facts where exists (select from message)`,
  )
}

/** For a professional's answer, likewise: a fact for fair returns (decision 17). */
export function leadAnsweredSql(at: string): string {
  const pairs = `select professional_id, client_id, ${at} from facts where exists (select from message)`
  return noteAnswersSql(pairs, at, FAIR)
}

/**
 * A client contacts or writes to a professional (decision 14). The first time makes the pair's lead: a credit opens it at once,
 * or it waits for one, and the professional hears of it. Later times cost nothing, except that a word after a returned credit
 * opens the lead again (decision 17). Harmless to repeat. Answers whether the lead is open now.
 */
export async function openLead(
  tx: Db,
  lead: Pair & { source: 'contact' | 'message'; at: Date },
): Promise<boolean> {
  const isNew = await noteLead(tx, lead)
  return receiveLead(tx, lead, isNew, lead.at)
}

/** A client wrote to a professional, in the message's own transaction: as `openLead` with the source 'message'. */
export async function noteClientWrote(tx: Db, pair: Pair, at: Date): Promise<boolean> {
  return openLead(tx, { ...pair, source: 'message', at })
}

/** Whether the professional may read and answer this client (decision 15); false without a lead. */
export async function isLeadOpen(db: Db, pair: Pair): Promise<boolean> {
  const lead = await leadOf(db, pair)
  return lead !== undefined && lead.opened_at !== null
}

/** Whether this client's lead is there but closed: 402 'lead_locked' (decision 15). */
export async function isLeadLocked(db: Db, pair: Pair): Promise<boolean> {
  const lead = await leadOf(db, pair)
  return lead !== undefined && lead.opened_at === null
}

/** Opens waiting leads, oldest first, as far as her credits go (decision 15). Call it in the transaction of every credit. */
export async function unlockWaiting(tx: Db, professionalId: string, at: Date): Promise<void> {
  for (const clientId of await openWaiting(tx, professionalId, at)) {
    await recordEvent(tx, {
      kind: 'lead.unlocked',
      subjectId: professionalId,
      actorId: clientId,
      at,
    })
  }
}

/** The job 'return-leads': credits return by the clock (decision 17), and open what waits. */
export async function returnDueLeads({ db, clock }: Context): Promise<void> {
  const now = clock.now()
  for (;;) {
    const due = await returnsDue(db, now, RETURNS_AT_ONCE)
    for (const pair of due) await db.transaction().execute((tx) => returnLead(tx, pair, now))
    if (due.length < RETURNS_AT_ONCE) return
  }
}

/**
 * Gives a lead's credit back if that is due, once a lead (decision 17), closes the lead and tells her. Not where the pair has
 * agreed on a visit. Harmless to repeat.
 */
async function returnLead(tx: Db, pair: Pair, now: Date): Promise<void> {
  const reason = await giveBack(tx, pair, now)
  if (!reason) return
  await recordNews(tx, {
    kind: 'lead.returned',
    subjectId: pair.professionalId,
    actorId: null,
    at: now,
    data: { client_id: pair.clientId, reason },
  })
  await unlockWaiting(tx, pair.professionalId, now)
}
