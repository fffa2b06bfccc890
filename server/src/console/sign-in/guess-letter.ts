import { PRODUCT_NAME } from '#contract/product.ts'
import { recordEvent } from '#server/events/record.ts'
import { letter } from '#server/outside/mail/letter.ts'
import { enqueue } from '#server/queue/queue.ts'
import type { Context } from '#server/context.ts'
import { lockOperator, operatorById } from '../operators/operators.queries.ts'

const KIND = 'operator.guessed'
const DAY_MS = 24 * 60 * 60 * 1000

/** Enqueues a letter to an operator whose email has had its wrong guesses, at most one a day. rule: operator-sign-in */
export async function warnOperatorOfGuesses(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  operatorId: string,
): Promise<void> {
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    // When two warnings come at once, the second waits here and then finds the first.
    if (!(await lockOperator(tx, operatorId))) return
    const warned = await tx
      .selectFrom('events')
      .select('id')
      .where('subject_id', '=', operatorId)
      .where('kind', '=', KIND)
      .where('at', '>', new Date(now.getTime() - DAY_MS))
      .limit(1)
      .executeTakeFirst()
    if (warned) return
    await recordEvent(tx, { kind: KIND, subjectId: operatorId, actorId: null, at: now })
    await enqueue(tx, 'send-operator-guess-letter', { operator_id: operatorId })
  })
}

/** Job: sends that letter. Letters to operators are in English. rule: operator-sign-in */
export async function sendOperatorGuessLetter(
  { db, config, mail }: Context,
  { operator_id }: { operator_id: string },
): Promise<void> {
  const operator = await operatorById(db, operator_id)
  if (!operator) return
  const title = `Many wrong passwords for the ${PRODUCT_NAME} console`
  await mail.send(
    letter(operator.email, {
      language: 'en',
      title,
      sentence: `Hi ${operator.name}, someone tried many wrong passwords or codes for your access to the ${PRODUCT_NAME} console. For one day, we slow down every attempt from a browser you haven't used before.`,
      button: { label: 'Open the console', href: `${config.publicOrigin}/operator` },
      facts: [['Account', operator.email, 'email']],
      note: "You can still sign in from a browser you've used before, and with a passkey from any browser. Please tell another operator about this email.",
    }),
  )
}
