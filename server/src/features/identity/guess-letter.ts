import { sql } from 'kysely'
import { recordEvent } from '#server/events/record.ts'
import { letter } from '#server/outside/mail/letter.ts'
import { enqueue } from '#server/queue/queue.ts'
import type { Context } from '#server/context.ts'
import { textsIn, titled } from '#server/texts.ts'
import { userByEmail, userById } from './identity.queries.ts'

const KIND = 'account.guessed'
const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Enqueues a letter to the owner of an email that has had its wrong guesses of the day, at most one a day. An unknown
 * email has no owner. rule: guess-letter
 */
export async function warnOfGuesses(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  emailKey: string,
): Promise<void> {
  const user = await userByEmail(db, emailKey)
  if (user) await warnOnceADay({ db, clock }, user.id, KIND, 'send-guess-letter')
}

/** Enqueues a letter to an account unless it was enqueued in the last 24 hours. The event `kind` says so. */
export async function warnOnceADay(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  userId: string,
  kind: string,
  job: 'send-guess-letter' | 'send-known-password-letter',
): Promise<void> {
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    // When two warnings come at once, the second waits here and then finds the first.
    await sql`select from users where id = ${userId} for no key update`.execute(tx)
    const warned = await tx
      .selectFrom('events')
      .select('id')
      .where('subject_id', '=', userId)
      .where('kind', '=', kind)
      .where('at', '>', new Date(now.getTime() - DAY_MS))
      .limit(1)
      .executeTakeFirst()
    if (warned) return
    await recordEvent(tx, { kind, subjectId: userId, actorId: null, at: now })
    await enqueue(tx, job, { user_id: userId })
  })
}

/** Job: sends that letter. rule: guess-letter */
export async function sendGuessLetter(
  { db, config, mail }: Context,
  { user_id }: { user_id: string },
): Promise<void> {
  const user = await userById(db, user_id)
  if (!user) return
  const { language, first_name: name } = user
  const t = textsIn(language, 'identity')
  const { title, sentence } = titled(language, 'identity', 'guesses', { name })
  await mail.send({
    to: user.email,
    subject: title,
    ...letter({
      language,
      title,
      sentence,
      button: { label: t('guesses.button'), href: `${config.publicOrigin}/forgot-password` },
      facts: [[t('labels.account'), user.email, 'email']],
      note: t('guesses.note'),
    }),
  })
}
