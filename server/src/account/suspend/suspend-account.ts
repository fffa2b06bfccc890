import type { Language, Role } from '#contract/product.ts'
import type { Tx } from '#server/db/db.ts'
import { recordEvent } from '#server/events/record.ts'
import { enqueue } from '#server/queue/queue.ts'
import { runEachDue } from '#server/queue/run-batches.ts'
import type { Context, TxContext } from '#server/context.ts'
import type { OperatorReason } from '#server/trust/audit/operator-actions.ts'
import { returnCreditsOfFalseClient } from '#server/money/leads/return-credits.ts'
import { giveBackPaidTime, stopCharging } from '#server/money/subscription/subscription.ts'
import { endBookingsOfSuspended } from '#server/bookings/request/suspended-bookings.ts'
import { CLOCK, recordAction } from '#server/trust/decisions/record-action.ts'
import { operatorSecurityLog } from '#server/people/sessions/security-events.ts'
import { endAccess } from '#server/people/sessions/sessions.ts'
import { inEachLanguage } from '#server/texts.ts'
import { lockWithContacts } from '../close/lock-contacts.ts'
import { refreshSearchEntries } from '#server/people/listing/search-entries.ts'
import { releaseHeld } from '#server/bookings/held/release-held.ts'

/** Whether the accepted visits of a suspended person take place. */
export type VisitsOfSuspended = 'keep' | 'cancel'

type Suspending = {
  visits: VisitsOfSuspended
  /** The moment at which the suspension ends by itself. */
  until?: Date | undefined
}
type Suspended = { kept: number; ended: string[]; seq: number }

/**
 * The operator suspends an account: the transaction ends the sessions, declines or cancels the open requests, cancels
 * the coming visits if asked to, stops the charges, removes the person from search and enqueues the letter. The credits
 * spent on the leads of a false client return. Returns 'already' for a suspended account, 'unknown' for a deleted one,
 * else how many visits stay, and the bookings that ended, for the live events. rule: suspension, lead-returns
 */
export async function suspend(
  tx: Tx,
  context: TxContext,
  userId: string,
  why: OperatorReason,
  { visits, until }: Suspending,
): Promise<'already' | 'unknown' | Suspended> {
  const at = context.clock.now()
  const user = await lockWithContacts(tx, userId, () => lockUser(tx, userId))
  if (!user) return 'unknown'
  if (user.suspension_id) return 'already'
  const side = { id: userId, role: user.role as Role }
  const keeps_visits = visits === 'keep'
  const paid_until = side.role === 'professional' ? await stopCharging(tx, userId, at) : null
  const row = { user_id: userId, reason: why.reason, keeps_visits, began_at: at, paid_until }
  const { id } = await tx
    .insertInto('suspensions')
    .values({ ...row, until: until ?? null })
    .returning('id')
    .executeTakeFirstOrThrow()
  await setSuspension(tx, userId, id)
  const log = operatorSecurityLog(context)
  await log(tx, { kind: 'suspended', account: { id: userId } })
  // Nobody else has used the account, and visits may go on.
  await endAccess(tx, userId, log, { keepsContact: true })
  const bookings = await endBookingsOfSuspended(tx, side, { keepsVisits: keeps_visits }, at)
  const isFalse = side.role === 'client' && ['fraud', 'fake_account'].includes(why.said?.code ?? '')
  if (isFalse) await returnCreditsOfFalseClient(tx, userId, at)
  await refreshSearchEntries(tx, [userId])
  await recordEvent(tx, { kind: 'account.suspended', subjectId: userId, actorId: null, at })
  await enqueue(tx, 'send-suspension-letter', { suspension_id: id, about: 'begin' })
  const action = { action: 'suspend', subjectId: userId, at, people: [userId] } as const
  const after = { visits, ...(until && { until: until.toISOString() }) }
  const seq = await recordAction(tx, { ...action, isTold: true }, why, { as: 'text', after })
  return { ...bookings, seq }
}

/**
 * The operator ends the suspension of an account: the paid days that it took come back, and what the person's proved
 * address would have released meanwhile begins. Returns 'already' if there is none, 'unknown' for a deleted account.
 * rule: suspension, suspended-payer, held-starts
 */
export async function restore(
  tx: Tx,
  context: TxContext,
  userId: string,
  why: OperatorReason,
  { ifDue = false }: { ifDue?: boolean } = {},
): Promise<'already' | 'unknown' | { seq: number }> {
  const at = context.clock.now()
  const user = await lockUser(tx, userId)
  if (!user) return 'unknown'
  if (!user.suspension_id || (ifDue && !(await isOver(tx, user.suspension_id, at))))
    return 'already'
  const { began_at, paid_until } = await tx
    .updateTable('suspensions')
    .set({ ended_at: at, end_reason: why.reason })
    .where('id', '=', user.suspension_id)
    .returning(['began_at', 'paid_until'])
    .executeTakeFirstOrThrow()
  if (paid_until) await giveBackPaidTime(tx, userId, { from: began_at, until: paid_until }, at)
  await setSuspension(tx, userId, null)
  if (user.email_verified_at) await releaseHeld(tx, userId, at)
  await operatorSecurityLog(context)(tx, { kind: 'restored', account: { id: userId } })
  await refreshSearchEntries(tx, [userId])
  await recordEvent(tx, { kind: 'account.restored', subjectId: userId, actorId: null, at })
  const letter = { suspension_id: user.suspension_id, about: 'end' } as const
  await enqueue(tx, 'send-suspension-letter', letter)
  const action = { action: 'restore', subjectId: userId, at, people: [userId] } as const
  const seq = await recordAction(tx, { ...action, isTold: true }, why, { as: 'text' })
  return { seq }
}

/** The text that the person reads when a suspension ends by itself. */
const TIME_SERVED = inEachLanguage('account', 'reasons.time_served')

/** The job 'end-suspensions': ends every suspension whose time is over. rule: suspension, scheduled-jobs */
export async function endSuspensions(context: Context): Promise<void> {
  const { db, clock } = context
  await runEachDue(context, {
    list: (tried) =>
      db
        .selectFrom('suspensions')
        .innerJoin('users', 'users.id', 'user_id')
        .select(['suspensions.id', 'user_id', 'language'])
        .where('ended_at', 'is', null)
        .where('until', '<=', clock.now())
        .$if(tried.length > 0, (query) => query.where('suspensions.id', 'not in', tried))
        .orderBy('until')
        .limit(BATCH_SIZE)
        .execute(),
    size: BATCH_SIZE,
    keyOf: ({ id }) => id,
    async work({ user_id, language }) {
      const reason = TIME_SERVED[language as Language]
      const why = { reason, doneBy: CLOCK, said: { code: 'time_served' } }
      await db.transaction().execute((tx) => restore(tx, context, user_id, why, { ifDue: true }))
    },
    failed: 'the end of a suspension has to wait',
  })
}

const BATCH_SIZE = 100

/** The account, locked until the transaction ends: commands with this person wait, as in `lockPeople`. */
async function lockUser(tx: Tx, userId: string) {
  return tx
    .selectFrom('users')
    .select(['role', 'suspension_id', 'email_verified_at'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

async function isOver(tx: Tx, suspensionId: string, now: Date): Promise<boolean> {
  const { until } = await tx
    .selectFrom('suspensions')
    .select('until')
    .where('id', '=', suspensionId)
    .executeTakeFirstOrThrow()
  return until !== null && until <= now
}

async function setSuspension(tx: Tx, userId: string, id: string | null): Promise<void> {
  await tx.updateTable('users').set({ suspension_id: id }).where('id', '=', userId).execute()
}
