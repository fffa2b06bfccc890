import type { FastifyRequest } from 'fastify'
import type { Db, Tx } from '#server/db/db.ts'
import { recordEvent } from '#server/events/record.ts'
import type { Actor, Side } from '#server/http/calls/actor.ts'
import type { Context } from '#server/context.ts'
import { redactAgreements } from '#server/bookings/agreements/redact-agreements.ts'
import { endBillingOfDeletedAccount } from '#server/money/subscription/subscription.ts'
import { revokeCalendarFeed } from '#server/bookings/lists/calendar-feed.ts'
import {
  cancelFutureBookings,
  deleteHomeDetails,
} from '#server/bookings/moves/delete-account-bookings.ts'
import { confirmPassword } from '#server/people/passwords/confirm-password.ts'
import { eraseAppeals } from '#server/trust/decisions/appeals.ts'
import { erasePerson, lockAccount } from '#server/people/person/erase-person.ts'
import { removePersonFromCases } from '#server/trust/cases/forget-cases.ts'
import { deleteHomes } from '#server/market/homes/delete-homes.ts'
import { closeConversations } from '#server/talk/messages/close-conversations.ts'
import { notifyBookingChange } from '#server/live/notify-sides.ts'
import { inEachLanguage } from '#server/texts.ts'
import { deleteNotices } from '#server/talk/notices/delete-notices.ts'
import { eraseProblems } from '#server/visits/problems/delete-problems.ts'
import { eraseProfile } from '#server/market/professionals/erase-profile.ts'
import { deleteFlags } from '#server/trust/reports/flag-abuse.ts'
import { removeReviewer } from '#server/market/write-reviews/remove-reviewer.ts'
import { endSeriesOfPerson } from '#server/bookings/change-series/end-series-of-person.ts'
import { releaseSupportThreads } from '#server/talk/support/support.ts'
import { eraseSafety } from '#server/visits/safety/delete-safety.ts'
import { eraseWork } from '#server/visits/day/delete-work.ts'
import { deleteVerification } from '#server/trust/verification/erase-numbers.ts'
import { enqueueNote } from './deletion-notes.ts'
import { lockWithContacts } from './lock-contacts.ts'

/** The reason of the cancelled bookings, in the other side's language. rule: account-deletion */
const REASONS = inEachLanguage('account', 'reasons.deleted')

/** Working hours, other calendars, free days of search, and the offer. The price of a booking has its own lines. */
const OF_PROFESSIONAL = ['professional_times', 'busy_calendars', 'search_days', 'offers'] as const

/**
 * Deletes the actor's account. One transaction cancels their coming visits, ends their sessions, removes them from
 * search and erases their personal data; jobs delete the files and end the subscription. Bookings, reviews, messages,
 * leads and payments stay without the name. Refuses what confirmPassword refuses, and 'confirm_first' with a
 * factor on. rule: account-deletion, confirmation
 */
export async function deleteAccount(
  context: Context,
  actor: Actor,
  request: FastifyRequest,
): Promise<void> {
  const confirmed = await confirmPassword(context, actor, request)
  const at = context.clock.now()
  const cancelled = await context.db.transaction().execute(async (tx) => {
    await lockWithContacts(tx, actor.id, () => lockAccount(tx, confirmed))
    return eraseAccount(tx, actor, at)
  })
  for (const id of cancelled) await notifyBookingChange(context, id)
}

/**
 * Cancels the coming visits of an account that the caller has locked, and erases its personal data. Returns the ids of
 * the bookings of which the other side sees a change. rule: account-deletion, deletion-notes
 */
export async function eraseAccount(tx: Tx, person: Side, at: Date): Promise<string[]> {
  const ofSeries = await endSeriesOfPerson(tx, person, REASONS, at)
  const ids = [...ofSeries, ...(await cancelFutureBookings(tx, person, REASONS, at))]
  ids.push(...(await eraseData(tx, person.id, at)))
  await recordEvent(tx, { kind: 'account.deleted', subjectId: person.id, actorId: null, at })
  await enqueueNote(tx, person.id, at)
  return ids
}

/** Returns the ids of the bookings of which the other side sees a change. */
async function eraseData(tx: Db, userId: string, at: Date): Promise<string[]> {
  await erasePerson(tx, userId, at)
  await endBillingOfDeletedAccount(tx, userId, at)
  await deleteVerification(tx, userId)
  await eraseProfile(tx, userId, at)
  await redactAgreements(tx, userId, at)
  for (const table of OF_PROFESSIONAL)
    await tx.deleteFrom(table).where('professional_id', '=', userId).execute()
  await deleteHomes(tx, userId, at)
  await deleteHomeDetails(tx, userId)
  const changed = await eraseProblems(tx, userId, at)
  await eraseWork(tx, userId, at)
  await eraseSafety(tx, userId, at)
  await revokeCalendarFeed({ db: tx }, userId)
  await closeConversations(tx, userId, at)
  await removeReviewer(tx, userId, at)
  await deleteNotices(tx, userId)
  const threads = await releaseSupportThreads(tx, userId, at)
  await eraseAppeals(tx, userId)
  await removePersonFromCases(tx, userId, { threads, at })
  await deleteFlags(tx, userId)
  await tx.deleteFrom('operator_views').where('person_id', '=', userId).execute()
  return changed
}
