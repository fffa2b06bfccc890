import type { Language } from '#contract/product.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/http/calls/actor.ts'
import { topicOf } from './notice.ts'
import { composeNotice } from './notice-topics.ts'
import { countUnreadNotices, listNewestNotices, setNoticesRead } from './notice.queries.ts'

const PAGE_SIZE = 20

/** A page of a person's notices in a language, newest first, and the number of all unread ones. rule: notice-center */
export async function listNotices(
  { db, clock }: Context,
  actor: Actor,
  { before, language }: { before: string | undefined; language: Language },
) {
  const now = clock.now()
  const [rows, unread] = await Promise.all([
    listNewestNotices(db, actor.id, { before, limit: PAGE_SIZE + 1, now }),
    countUnreadNotices(db, actor.id),
  ])
  const notices = rows.slice(0, PAGE_SIZE).flatMap((notice) => {
    const text = composeNotice(notice, { role: actor.role, language }, now)
    if (!text) return []
    return {
      id: notice.id,
      topic: topicOf(notice.kind),
      title: text.title,
      text: text.sentence,
      href: text.button.path,
      at: notice.at.toISOString(),
      read: notice.read_at !== null,
    }
  })
  return { notices, unread, has_more: rows.length > PAGE_SIZE }
}

/** Marks one notice of the actor as read, or all, and sends their devices a live event. Safe to repeat. */
export async function markNoticesRead(
  { db, clock, live }: Context,
  actor: Actor,
  id: string | undefined,
): Promise<{ unread: number }> {
  const changed = await setNoticesRead(db, actor.id, id, clock.now())
  if (changed) await live.notify([actor.id], { type: 'notices' })
  return { unread: await countUnreadNotices(db, actor.id) }
}
