import { sql } from 'kysely'
import type { Language } from '#contract/product.ts'
import type { SupportTopic } from '#contract/talk/support-rules.ts'
import type { Context } from '#server/context.ts'
import type { Db, Tx } from '#server/db/db.ts'
import { idOfVisitorKey } from '#server/http/calls/idempotency.ts'
import { consumeRateLimit } from '#server/http/limits/rate-limits.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import { enqueue } from '#server/queue/queue.ts'
import { caseNumber, openCase, reopenCaseOf } from '#server/trust/cases/open-case.ts'
import { hashOf } from '#server/people/sessions/sessions.ts'

/** How many posts a page shows beside the first message, the newest. */
const POSTS_MAX = 200

type Answer = {
  text: string
  /** The operator's id, or 'cli:NAME'. */
  doneBy: string
  at: Date
}

/**
 * The thread of a letter's link, the oldest first: the first message and the newest 200 posts. Refuses 'link_ended'.
 * rule: contact-page
 */
export async function readThread({ db, clock }: Pick<Context, 'db' | 'clock'>, token: string) {
  return toThread(db, (await threadOf(db, token, clock.now())) ?? refuse('link_ended'))
}

/**
 * The person writes back by the link of a letter: the thread and its case are open again. A repeat with the same key
 * answers the thread and writes nothing. Refuses 'link_ended', 'idempotency_key_reused' and, after ten a day,
 * 'too_many_requests'. rule: contact-page, idempotency-key
 */
export async function writeToThread(
  context: Context,
  token: string,
  { text, key }: { text: string; key: string | undefined },
) {
  const { db, clock } = context
  const at = clock.now()
  const known = (await threadOf(db, token, at)) ?? refuse('link_ended')
  const id = key === undefined ? undefined : idOfVisitorKey(known.id, key)
  if (id && (await isRepeated(db, id, text))) return toThread(db, known)
  await consumeRateLimit(context, 'support_by_thread', known.id)
  return db.transaction().execute(async (tx) => {
    const thread =
      (await tx
        .updateTable('support_messages')
        .set({ closed_at: null })
        .where('id', '=', known.id)
        .returningAll()
        .executeTakeFirst()) ?? refuse('link_ended')
    const post = await tx
      .insertInto('support_posts')
      .values({ ...(id && { id }), thread_id: thread.id, by_us: false, text, at })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    // An equal request has written it at the same moment.
    if (!post) {
      await isRepeated(tx, id!, text)
      return toThread(tx, thread)
    }
    await enqueue(tx, 'send-support-mail', { message_id: thread.id, post_id: post.id })
    const subject = { kind: 'support', id: thread.id, label: caseNumber(thread.number) } as const
    if (!(await reopenCaseOf(tx, 'support', subject, at))) {
      await openCase(tx, {
        queue: 'support',
        kind: thread.topic,
        subject,
        personId: thread.user_id,
        title: { code: 'support_message', params: { topic: thread.topic } },
        at,
        number: thread.number,
      })
    }
    return toThread(tx, thread)
  })
}

/**
 * An operator answers a thread: stored, and sent as a letter with a link to it. `threadId` is the subject of its case.
 * Returns false if there is no such thread. The caller records who did it. rule: contact-page
 */
export async function answerSupport(tx: Tx, threadId: string, answer: Answer): Promise<boolean> {
  const thread = await lockThread(tx, threadId)
  if (!thread) return false
  const { text, doneBy, at } = answer
  const post = await tx
    .insertInto('support_posts')
    .values({ thread_id: thread.id, by_us: true, done_by: doneBy, text, at })
    .returning('id')
    .executeTakeFirstOrThrow()
  await enqueue(tx, 'send-support-answer', { post_id: post.id })
  return true
}

/** A thread, locked until the transaction ends, before its case. */
export async function lockThread(tx: Tx, id: string): Promise<{ id: string } | undefined> {
  return tx
    .selectFrom('support_messages')
    .select('id')
    .where(sql<boolean>`id::text = ${id}`)
    .forUpdate()
    .executeTakeFirst()
}

/**
 * An operator writes to a person first: a thread that the person can answer. Returns its id and number, such as 'C-12'.
 * Undefined for a deleted account. The caller records who did it. rule: contact-page
 */
export async function writeToPerson(
  tx: Tx,
  userId: string,
  { subject, text, doneBy, at }: Answer & { subject: string },
): Promise<{ id: string; number: string } | undefined> {
  const person = await tx
    .selectFrom('users')
    .select(['first_name', 'last_name', 'email', 'language'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!person) return undefined
  const thread = await tx
    .insertInto('support_messages')
    .values({
      user_id: userId,
      topic: 'other',
      name: `${person.first_name} ${person.last_name}`,
      email: person.email,
      language: person.language,
      subject,
      // The text is the first post, because this row is what a person wrote.
      text: subject,
      at,
      mailed_at: at,
      closed_at: at,
    })
    .returning(['id', 'number'])
    .executeTakeFirstOrThrow()
  await answerSupport(tx, thread.id, { text, doneBy, at })
  return { id: thread.id, number: caseNumber(thread.number) }
}

/** Whether the post with this id is written. Another text with its key is refused. */
async function isRepeated(db: Db, id: string, text: string): Promise<boolean> {
  const post = await db
    .selectFrom('support_posts')
    .select('text')
    .where('id', '=', id)
    // rule: database-lost
    .forUpdate()
    .executeTakeFirst()
  if (post && post.text !== text) refuse('idempotency_key_reused')
  return post !== undefined
}

function threadOf(db: Db, token: string, now: Date) {
  return db
    .selectFrom('support_links')
    .innerJoin('support_messages', 'support_messages.id', 'thread_id')
    .selectAll('support_messages')
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

type Row = NonNullable<Awaited<ReturnType<typeof threadOf>>>

async function toThread(db: Db, thread: Row) {
  const posts = await db
    .selectFrom('support_posts')
    .select(['by_us', 'text', 'at'])
    .where('thread_id', '=', thread.id)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(POSTS_MAX)
    .execute()
  const first = thread.subject === null ? [{ by_us: false, text: thread.text, at: thread.at }] : []
  return {
    number: caseNumber(thread.number),
    topic: thread.topic as SupportTopic,
    messages: [...first, ...posts.toReversed()].map(({ by_us, text, at }) => ({
      from: by_us ? ('lustra' as const) : ('you' as const),
      text,
      at: at.toISOString(),
    })),
    closed: thread.closed_at !== null || !(await isWaiting(db, thread.id)),
  }
}

/** Whether its case waits for an operator. */
async function isWaiting(db: Db, threadId: string): Promise<boolean> {
  const open = await db
    .selectFrom('cases')
    .select('id')
    .where('queue', '=', 'support')
    .where('subject_id', '=', threadId)
    .where('state', '<>', 'resolved')
    .executeTakeFirst()
  return open !== undefined
}

/** The thread and the letter's text of an answer that was not sent yet. */
export async function unsentAnswer(db: Db, postId: string) {
  const answer = await db
    .selectFrom('support_posts')
    .innerJoin('support_messages', 'support_messages.id', 'thread_id')
    .select(['thread_id', 'support_posts.text', 'name', 'email', 'language', 'subject', 'number'])
    .where('support_posts.id', '=', postId)
    .where('by_us', '=', true)
    .where('support_posts.mailed_at', 'is', null)
    .executeTakeFirst()
  return answer && { ...answer, language: answer.language as Language }
}
