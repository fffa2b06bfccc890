import { sql } from 'kysely'
import { DELETED_USER } from '#contract/product.ts'
import type { Language } from '#contract/product.ts'
import { RETENTION } from '#contract/retention.ts'
import type { SupportTopic } from '#contract/talk/support-rules.ts'
import type { Db } from '#server/db/db.ts'
import { idOfVisitorKey, runInTransaction, unlessRepeated } from '#server/http/calls/idempotency.ts'
import type { Idempotency } from '#server/http/calls/idempotency.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import { letter } from '#server/outside/mail/letter.ts'
import { enqueue } from '#server/queue/queue.ts'
import type { Context } from '#server/context.ts'
import { normalEmail } from '#server/people/person/normal-email.ts'
import { caseNumber, openCase } from '#server/trust/cases/open-case.ts'

const DAY_MS = 86_400_000

type Message = {
  topic: SupportTopic
  text: string
  name: string
  email: string
  /** null: written without an account. */
  userId: string | null
  language: Language
  bookingId?: string | undefined
}

/** The key of a request: of a user, or of a visitor. */
type Keys = { idempotency: Idempotency | undefined; visitorKey: string | undefined }

/**
 * Stores a message to us, and enqueues its letter. Returns its number, such as 'C-12'. `limits` counts the message; it
 * is not called for a repeated request. Refuses 'idempotency_key_reused'. rule: contact-page, idempotency-key
 */
export async function receiveMessage(
  { db, clock }: Context,
  message: Message,
  { idempotency, visitorKey }: Keys,
  limits: () => Promise<void>,
): Promise<string> {
  const { userId, bookingId, ...texts } = message
  // By email, because a phone can change its network between two attempts.
  const known =
    visitorKey === undefined ? undefined : idOfVisitorKey(normalEmail(message.email), visitorKey)
  const earlier = known && (await numberOfRepeated(db, known, message))
  if (earlier) return earlier
  await unlessRepeated(db, idempotency, limits)
  return runInTransaction(db, idempotency, async (tx) => {
    const stored = await tx
      .insertInto('support_messages')
      .values({
        ...texts,
        ...(known && { id: known }),
        user_id: userId,
        booking_id: ownBooking(userId, bookingId),
        at: clock.now(),
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning(['id', 'number'])
      .executeTakeFirst()
    // An equal request has stored it at the same moment.
    if (!stored) return (await numberOfRepeated(tx, known!, message))!
    await enqueue(tx, 'send-support-mail', { message_id: stored.id })
    const opened = await openCase(tx, {
      queue: 'support',
      kind: message.topic,
      subject: { kind: 'support', id: stored.id, label: caseNumber(stored.number) },
      personId: userId,
      title: { code: 'support_message', params: { topic: message.topic } },
      at: clock.now(),
      number: stored.number,
    })
    return opened.number
  })
}

/** The booking, if it is the writer's. rule: contact-page */
const ownBooking = (userId: string | null, bookingId: string | undefined) =>
  userId && bookingId
    ? sql<string | null>`(select id from bookings where id = ${bookingId}::uuid
        and ${userId}::uuid in (client_id, professional_id))`
    : null

/** The number of the message with this id, if it is stored. Another message with its key is refused. */
async function numberOfRepeated(
  db: Db,
  id: string,
  { topic, name, email, text }: Message,
): Promise<string | undefined> {
  const stored = await db
    .selectFrom('support_messages')
    .select(['number', 'topic', 'name', 'email', 'text'])
    .where('id', '=', id)
    // rule: database-lost
    .forUpdate()
    .executeTakeFirst()
  if (!stored) return undefined
  const isSame =
    stored.topic === topic && stored.name === name && stored.email === email && stored.text === text
  if (!isSame) refuse('idempotency_key_reused')
  return caseNumber(stored.number)
}

/**
 * The job 'send-support-mail': sends a message, or what followed it, to SUPPORT_MAIL, once. Without SUPPORT_MAIL it is
 * only stored. rule: contact-page
 */
export async function sendSupportMail(
  { db, clock, config, mail }: Context,
  { message_id, post_id }: { message_id: string; post_id?: string },
): Promise<void> {
  const post = post_id === undefined ? undefined : await unsentPost(db, post_id)
  if (post_id !== undefined && !post) return
  const message = await db
    .selectFrom('support_messages')
    .leftJoin('users', 'users.id', 'user_id')
    .selectAll('support_messages')
    .select('users.role')
    .where('support_messages.id', '=', message_id)
    .$if(!post, (query) => query.where('mailed_at', 'is', null))
    .executeTakeFirst()
  if (!message?.email || !config.supportMail) return
  const { name, email, topic, text, role } = message
  const title = `${caseNumber(message.number)}: ${topic}`
  await mail.send({
    replyTo: email,
    ...letter(config.supportMail, {
      language: 'en',
      title,
      sentence: `${name} wrote to us.`,
      quote: post?.text ?? text,
      button: { label: 'Answer by email', href: `mailto:${encodeURIComponent(email)}` },
      facts: [
        ['Name', name],
        ['Email', email, 'email'],
        ['Account', role ?? 'none'],
      ],
    }),
  })
  const sent = { mailed_at: clock.now() }
  await (
    post
      ? db.updateTable('support_posts').set(sent).where('id', '=', post.id)
      : db.updateTable('support_messages').set(sent).where('id', '=', message_id)
  ).execute()
}

function unsentPost(db: Db, id: string) {
  const post = db.selectFrom('support_posts').select(['id', 'text']).where('id', '=', id)
  return post.where('mailed_at', 'is', null).executeTakeFirst()
}

/**
 * Deletion of an account: its threads lose the account at once, and go 90 days later. Returns their ids.
 * rule: contact-page
 */
export async function releaseSupportThreads(tx: Db, userId: string, at: Date): Promise<string[]> {
  const eraseAt = new Date(at.getTime() + RETENTION.support_deleted_days * DAY_MS)
  const deleted = await tx
    .updateTable('support_messages')
    .set({
      user_id: null,
      booking_id: null,
      name: DELETED_USER,
      email: '',
      erase_at: eraseAt,
    })
    .where('user_id', '=', userId)
    .returning('id')
    .execute()
  return deleted.map(({ id }) => id)
}
