import type { Language } from '#contract/product.ts'
import type { Db } from '#server/db/db.ts'
import type { Actor } from '#server/http/actor.ts'
import type { Context } from '#server/context.ts'
import { countUnreadNotices, newestNotices, setNoticesRead } from './centre.queries.ts'
import { textOf, topicOf } from './notice-text.ts'

const PAGE = 20

/** A page of what a person was told, in the given language, the newest first, and how much of all is unread. */
export async function noticesOf(
  db: Db,
  actor: Actor,
  { before, language }: { before: string | undefined; language: Language },
) {
  const [rows, unread] = await Promise.all([
    newestNotices(db, actor.id, { before, limit: PAGE + 1 }),
    countUnreadNotices(db, actor.id),
  ])
  const notices = rows.slice(0, PAGE).flatMap((notice) => {
    const text = textOf(notice, { ...actor, language })
    if (!text) return []
    return {
      id: notice.id,
      topic: topicOf(notice),
      title: text.title,
      text: text.sentence,
      href: text.button.path,
      at: notice.at.toISOString(),
      read: notice.read_at !== null,
    }
  })
  return { notices, unread, has_more: rows.length > PAGE }
}

/** Marks one of a person's notices as read, or all; her other devices learn of it. Again is harmless. */
export async function readNotices(
  { db, clock, live }: Context,
  actor: Actor,
  id: string | undefined,
): Promise<{ unread: number }> {
  const changed = await setNoticesRead(db, actor.id, id, clock.now())
  if (changed) await live.tell([actor.id], { type: 'notices' })
  return { unread: await countUnreadNotices(db, actor.id) }
}
