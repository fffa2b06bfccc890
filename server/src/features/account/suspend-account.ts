import type { Decision } from '#contract/account.ts'
import type { Role } from '#contract/product.ts'
import type { Db, Tx } from '#server/db/db.ts'
import { recordEvent } from '#server/events/record.ts'
import { enqueue } from '#server/queue/queue.ts'
import type { Context } from '#server/context.ts'
import { recordOperatorAction } from '../audit/operator-actions.ts'
import type { OperatorReason } from '../audit/operator-actions.ts'
import { giveBackPaidTime, stopCharging } from '../billing/subscription.ts'
import { revokeCalendarFeed } from '../bookings/calendar-feed.ts'
import { endBookingsOfSuspended } from '../bookings/suspended-bookings.ts'
import { operatorSecurityLog } from '../identity/security-events.ts'
import { endSessions } from '../identity/sessions.ts'
import { notifyBookingChange } from '#server/live/notify-sides.ts'
import { lockWithContacts } from './lock-contacts.ts'

/** What becomes of the accepted visits of a suspended person. */
export type VisitsOfSuspended = 'keep' | 'cancel'

/**
 * The operator suspends an account. One transaction ends the sessions, declines or cancels the open requests, cancels
 * the coming visits if asked to, stops the charges, removes the person from search and enqueues the letter. Returns
 * 'already' for a suspended account, 'unknown' for a deleted one, else how many visits stay. rule: suspension
 */
export async function suspendByOperator(
  context: Context,
  userId: string,
  { reason, doneBy }: OperatorReason,
  visits: VisitsOfSuspended,
): Promise<'already' | 'unknown' | { kept: number; ended: number }> {
  const at = context.clock.now()
  const outcome = await context.db.transaction().execute(async (tx) => {
    const user = await lockWithContacts(tx, userId, () => lockUser(tx, userId))
    if (!user) return 'unknown'
    if (user.suspension_id) return 'already'
    const side = { id: userId, role: user.role as Role }
    const keepsVisits = visits === 'keep'
    const paid_until = user.role === 'professional' ? await stopCharging(tx, userId, at) : null
    const { id } = await tx
      .insertInto('suspensions')
      .values({ user_id: userId, reason, keeps_visits: keepsVisits, began_at: at, paid_until })
      .returning('id')
      .executeTakeFirstOrThrow()
    await setSuspension(tx, userId, id)
    const log = operatorSecurityLog(context)
    await log(tx, { kind: 'suspended', account: { id: userId } })
    await endSessions(tx, userId, log)
    await revokeCalendarFeed({ db: tx }, userId)
    const bookings = await endBookingsOfSuspended(tx, side, { keepsVisits }, at)
    await context.refreshSearchEntries(tx, [userId])
    await recordEvent(tx, { kind: 'account.suspended', subjectId: userId, actorId: null, at })
    await enqueue(tx, 'send-suspension-letter', { suspension_id: id, about: 'begin' })
    const action = { action: 'suspend', subjectId: userId, doneBy, at } as const
    await recordOperatorAction(tx, action, { text: reason, after: { visits } })
    return bookings
  })
  if (typeof outcome === 'string') return outcome
  for (const id of outcome.ended) await notifyBookingChange(context, id)
  return { kept: outcome.kept, ended: outcome.ended.length }
}

/**
 * The operator ends the suspension of an account: the paid days that it took come back. Returns false if there is none.
 * rule: suspension, suspended-payer
 */
export async function restoreByOperator(
  context: Context,
  userId: string,
  { reason, doneBy }: OperatorReason,
): Promise<boolean> {
  const at = context.clock.now()
  return context.db.transaction().execute(async (tx) => {
    const user = await lockUser(tx, userId)
    if (!user?.suspension_id) return false
    const { began_at, paid_until } = await tx
      .updateTable('suspensions')
      .set({ ended_at: at, end_reason: reason })
      .where('id', '=', user.suspension_id)
      .returning(['began_at', 'paid_until'])
      .executeTakeFirstOrThrow()
    if (paid_until) await giveBackPaidTime(tx, userId, { from: began_at, until: paid_until }, at)
    await setSuspension(tx, userId, null)
    await operatorSecurityLog(context)(tx, { kind: 'restored', account: { id: userId } })
    await context.refreshSearchEntries(tx, [userId])
    await recordEvent(tx, { kind: 'account.restored', subjectId: userId, actorId: null, at })
    const letter = { suspension_id: user.suspension_id, about: 'end' } as const
    await enqueue(tx, 'send-suspension-letter', letter)
    const action = { action: 'restore', subjectId: userId, doneBy, at } as const
    await recordOperatorAction(tx, action, { text: reason })
    return true
  })
}

/** How many suspensions the answer has, the newest. */
const SUSPENSIONS_SHOWN = 100

/** What operators decided about an account, for its owner, newest first. rule: suspension */
export async function decisionsAbout(db: Db, userId: string): Promise<Decision[]> {
  const rows = await db
    .selectFrom('suspensions')
    .where('user_id', '=', userId)
    .select(['id', 'reason', 'keeps_visits', 'began_at', 'ended_at', 'end_reason'])
    .orderBy('began_at', 'desc')
    .limit(SUSPENSIONS_SHOWN)
    .execute()
  return rows.flatMap(
    ({ id, reason, keeps_visits, began_at, ended_at, end_reason }): Decision[] => [
      ...(ended_at
        ? [
            {
              id: `${id}-end`,
              action: 'restore' as const,
              at: ended_at.toISOString(),
              text: end_reason ?? '',
            },
          ]
        : []),
      { id, action: 'suspend', at: began_at.toISOString(), text: reason, keeps_visits },
    ],
  )
}

/** The account, locked until the transaction ends: commands with this person wait, as in `lockPeopleSql`. */
async function lockUser(tx: Tx, userId: string) {
  return tx
    .selectFrom('users')
    .select(['role', 'suspension_id'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

async function setSuspension(tx: Tx, userId: string, id: string | null): Promise<void> {
  await tx.updateTable('users').set({ suspension_id: id }).where('id', '=', userId).execute()
}
