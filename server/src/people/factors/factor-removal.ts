import { KEEP_FACTORS, letterLink } from '#contract/account/letter-link.ts'
import { FACTOR_REMOVAL_HOURS } from '#contract/people/account-rules.ts'
import { randomBytes } from 'node:crypto'
import type { Tx } from '#server/db/db.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import { letter } from '#server/outside/mail/letter.ts'
import { enqueue } from '#server/queue/queue.ts'
import { runEachDue } from '#server/queue/run-batches.ts'
import type { Context } from '#server/context.ts'
import { textsIn, titled } from '#server/texts.ts'
import {
  accountOfRemovalLink,
  dueRemovals,
  endRemoval,
  insertRemoval,
  markReminded,
  removalById,
  setRemovalLink,
} from './factor-removal.queries.ts'
import { hasFactor } from './factors.ts'
import { lockAccountOfFactors, removeFactors } from './factors.queries.ts'
import { userById } from '../person/user-rows.ts'
import { letterMoment } from './letter-moment.ts'
import { operatorSecurityLog } from '../sessions/security-events.ts'
import { hashOf } from '../sessions/sessions.ts'

const HOUR_MS = 3_600_000
const REMINDED_AFTER_MS = 24 * HOUR_MS
const BATCH = 50

/**
 * An operator's removal of all factors of an account, for an owner who lost them. It takes effect after 72 hours, with
 * letters at 0, 24 and 72 hours. Refuses 'not_found' without an account or a factor, and 'already_so' while one waits.
 * Returns when it takes effect. rule: factor-removal
 */
export async function removeSecondFactorByOperator(
  tx: Tx,
  { userId, at }: { userId: string; at: Date },
): Promise<{ dueAt: Date }> {
  if (!(await lockAccountOfFactors(tx, userId))) refuse('not_found')
  if (!(await hasFactor(tx, userId))) refuse('not_found')
  const dueAt = new Date(at.getTime() + FACTOR_REMOVAL_HOURS * HOUR_MS)
  const id = await insertRemoval(tx, { user_id: userId, asked_at: at, due_at: dueAt })
  if (!id) refuse('already_so')
  await enqueue(tx, 'send-factor-removal-letter', { removal_id: id, about: 'asked' })
  return { dueAt }
}

/**
 * Ends a removal when its person signs in with a factor, because they have not lost all. The caller locks the account.
 * rule: factor-removal
 */
export async function stopRemovalBySignIn(tx: Tx, userId: string, at: Date): Promise<void> {
  await endRemoval(tx, userId, 'signed_in', at)
}

/** Stops a removal with the link of its letter. Refuses 'invalid_verification_token'. rule: factor-removal */
export async function keepFactors({ db, clock }: Context, token: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const userId = await accountOfRemovalLink(tx, hashOf(token))
    if (!userId || !(await lockAccountOfFactors(tx, userId))) refuse('invalid_verification_token')
    if (!(await endRemoval(tx, userId, 'kept', clock.now()))) refuse('invalid_verification_token')
  })
}

/** Job: sends the second letters and removes the factors that are due. rule: factor-removal, scheduled-jobs */
export async function finishFactorRemovals(context: Context): Promise<void> {
  const { db, clock } = context
  const due = { remindAfterMs: REMINDED_AFTER_MS, size: BATCH }
  await runEachDue(context, {
    list: (tried) => dueRemovals(db, clock.now(), { ...due, tried }),
    size: BATCH,
    keyOf: ({ id }) => id,
    work: (removal) => moveOn(context, removal),
    failed: 'a removal of factors has to wait',
  })
}

async function moveOn(
  context: Context,
  { id, user_id }: { id: string; user_id: string },
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const at = context.clock.now()
    await lockAccountOfFactors(tx, user_id)
    // It may have been stopped before the lock.
    const removal = await removalById(tx, id)
    if (!removal || removal.ended_at) return
    if (removal.due_at > at) {
      await markReminded(tx, id, at)
      await enqueue(tx, 'send-factor-removal-letter', { removal_id: id, about: 'reminder' })
      return
    }
    await removeFactors(tx, user_id)
    await endRemoval(tx, user_id, 'removed', at)
    await operatorSecurityLog(context)(tx, { kind: 'factor_removed', account: { id: user_id } })
    await enqueue(tx, 'send-factor-removal-letter', { removal_id: id, about: 'removed' })
  })
}

/**
 * Job: sends a letter about a removal. That of one that was stopped meanwhile is not sent. The token of its link exists
 * only in the letter. rule: factor-removal
 */
export async function sendFactorRemovalLetter(
  { db, config, mail }: Context,
  { removal_id, about }: { removal_id: string; about: 'asked' | 'reminder' | 'removed' },
): Promise<void> {
  const removal = await removalById(db, removal_id)
  const user = removal && (await userById(db, removal.user_id))
  if (!user) return
  const t = textsIn(user.language, 'identity')
  const { title, sentence } = titled(user.language, 'identity', `removal.${about}`, {
    name: user.first_name,
    hours: FACTOR_REMOVAL_HOURS,
  })
  const facts = [
    [t('labels.account'), user.email, 'email'],
    [t('labels.takes_effect'), letterMoment(user.language, removal.due_at)],
  ] as const
  let href = `${config.publicOrigin}/settings/security`
  if (about !== 'removed') {
    if (removal.ended_at) return
    const token = `${KEEP_FACTORS}${randomBytes(32).toString('base64url')}`
    await setRemovalLink(db, { removal_id, letter: about, token_hash: hashOf(token) })
    href = letterLink(`${config.publicOrigin}/not-me`, token)
  }
  await mail.send(
    letter(user.email, {
      language: user.language,
      title,
      sentence,
      button: { label: t(`removal.${about}.button`), href },
      facts: [...facts],
      note: t(`removal.${about}.note`),
    }),
  )
}
