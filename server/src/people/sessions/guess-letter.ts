import { sql } from 'kysely'
import type { Language } from '#contract/product.ts'
import { recordEvent } from '#server/events/record.ts'
import { letter } from '#server/outside/mail/letter.ts'
import { enqueue } from '#server/queue/queue.ts'
import type { Context } from '#server/context.ts'
import { textsIn, titled } from '#server/texts.ts'
import { userByEmail, userById } from '../person/user-rows.ts'

const KIND = 'account.guessed'
const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Enqueues a letter to the owner of an email that has had its wrong guesses of the day, at most one a day. An unknown
 * email has no owner. rule: login-guesses
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

const WARNINGS = {
  guesses: { about: 'guesses', button: 'guesses.button', note: 'guesses.note' },
  factors: {
    about: 'factors.known',
    button: 'factors.known.button',
    note: 'factors.known.note',
  },
} as const

/** Job: tells a person of many wrong guesses. rule: login-guesses */
export async function sendGuessLetter(
  context: Context,
  { user_id }: { user_id: string },
): Promise<void> {
  const user = await userById(context.db, user_id)
  if (user) await sendWarning(context, user, 'guesses')
}

/** Job: tells a person of many wrong factors. rule: login-guesses */
export async function sendKnownPasswordLetter(
  context: Context,
  { user_id }: { user_id: string },
): Promise<void> {
  const user = await userById(context.db, user_id)
  if (user?.email_verified) await sendWarning(context, user, 'factors')
}

async function sendWarning(
  { config, mail }: Context,
  { email, language, first_name: name }: { email: string; language: Language; first_name: string },
  warning: keyof typeof WARNINGS,
): Promise<void> {
  const t = textsIn(language, 'identity')
  const { about, button, note } = WARNINGS[warning]
  await mail.send(
    letter(email, {
      language,
      ...titled(language, 'identity', about, { name }),
      button: { label: t(button), href: `${config.publicOrigin}/forgot-password` },
      facts: [[t('labels.account'), email, 'email']],
      note: t(note),
    }),
  )
}
