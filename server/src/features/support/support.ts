import type { SupportTopic } from '#contract/support-rules.ts'
import type { Db } from '#server/db/db.ts'
import { runInTransaction } from '#server/http/idempotency.ts'
import type { Idempotency } from '#server/http/idempotency.ts'
import { letter } from '#server/outside/mail/letter.ts'
import { enqueue } from '#server/queue/queue.ts'
import type { Context } from '#server/context.ts'
import { recordOperatorAction } from '../billing/operator-actions.ts'
import type { OperatorReason } from '../billing/operator-actions.ts'

type Message = {
  topic: SupportTopic
  text: string
  name: string
  email: string
  /** null: written without an account. */
  userId: string | null
}

/** Stores a message to us, and enqueues its letter. Returns its number, such as 'C-12'. rule: contact-page */
export async function receiveMessage(
  { db, clock }: Context,
  { userId, ...message }: Message,
  idempotency: Idempotency | undefined,
): Promise<string> {
  return runInTransaction(db, idempotency, async (tx) => {
    const { id, number } = await tx
      .insertInto('support_messages')
      .values({ ...message, user_id: userId, at: clock.now() })
      .returning(['id', 'number'])
      .executeTakeFirstOrThrow()
    await enqueue(tx, 'send-support-mail', { message_id: id })
    return numberOf(number)
  })
}

/**
 * The job 'send-support-mail': sends a message to SUPPORT_MAIL, once. Without SUPPORT_MAIL it is only stored.
 * rule: support-mail
 */
export async function sendSupportMail(
  { db, clock, config, mail }: Context,
  { message_id }: { message_id: string },
): Promise<void> {
  const message = await db
    .selectFrom('support_messages')
    .leftJoin('users', 'users.id', 'user_id')
    .selectAll('support_messages')
    .select('users.role')
    .where('support_messages.id', '=', message_id)
    .where('mailed_at', 'is', null)
    .executeTakeFirst()
  if (!message || !config.supportMail) return
  const { name, email, topic, text, role } = message
  const title = `${numberOf(message.number)}: ${topic}`
  await mail.send({
    to: config.supportMail,
    replyTo: email,
    subject: title,
    ...letter({
      language: 'en',
      title,
      sentence: `${name} has written to us.`,
      quote: text,
      button: { label: 'Answer by email', href: `mailto:${encodeURIComponent(email)}` },
      facts: [
        ['Name', name],
        ['Email', email, 'email'],
        ['Account', role ?? 'none'],
      ],
    }),
  })
  await db
    .updateTable('support_messages')
    .set({ mailed_at: clock.now() })
    .where('id', '=', message_id)
    .execute()
}

/** The open messages, oldest first, for the operator. rule: operator-commands */
export async function openMessages({ db }: Context) {
  const messages = await db
    .selectFrom('support_messages')
    .select(['number', 'at', 'topic', 'name', 'email', 'text', 'mailed_at'])
    .where('closed_at', 'is', null)
    .orderBy('number')
    .execute()
  return messages.map(({ number, ...message }) => ({ number: numberOf(number), ...message }))
}

/** The operator closes a message; the reason is recorded. Returns false if no open message has this number. */
export async function closeMessageByOperator(
  { db, clock }: Context,
  number: string,
  { reason, doneBy }: OperatorReason,
): Promise<boolean> {
  const at = clock.now()
  return db.transaction().execute(async (tx) => {
    const closed = await tx
      .updateTable('support_messages')
      .set({ closed_at: at })
      .where('number', '=', number)
      .where('closed_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!closed) return false
    const action = { action: 'close_support', subjectId: closed.id, doneBy, at }
    await recordOperatorAction(tx, action, { message: numberOf(number), reason })
    return true
  })
}

/** Deletes what a person wrote to us from their account. rule: account-deletion */
export async function deleteSupportMessages(tx: Db, userId: string): Promise<void> {
  await tx.deleteFrom('support_messages').where('user_id', '=', userId).execute()
}

const numberOf = (number: string) => `C-${number}`
