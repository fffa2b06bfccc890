import { enqueue } from '#server/queue/queue.ts'
import type { Context } from '#server/context.ts'
import { isWanted, noticeOf, readerOf } from './notice.queries.ts'
import { textOf, topicOf } from './notice-text.ts'
import { removeEndpoint, subscriptionAt, subscriptionsOf, takePush } from './push.queries.ts'
import { isStillTrue } from './still-true.ts'

const HOUR_S = 3600
/** Older than that a notice is no news, also for a device that was off. */
const NEWS_FOR_S = 24 * HOUR_S
const NEAR_VISIT_FOR_S = 2 * HOUR_S

/** Hands a notice on to its reader's devices, once. Each has a job of its own: one that fails is tried again, and no other is told twice. */
export async function sendNoticePush(
  context: Context,
  { notice_id }: { notice_id: string },
): Promise<void> {
  const now = context.clock.now()
  const news = await newsFor(context, notice_id, now)
  if (!news) return
  await context.db.transaction().execute(async (tx) => {
    const devices = await subscriptionsOf(tx, news.readerId, now)
    if (devices.length === 0 || !(await takePush(tx, notice_id, now))) return
    for (const { endpoint } of devices) {
      await enqueue(tx, 'send-push-to-device', { notice_id, endpoint })
    }
  })
}

/** Shows a notice on one device, unless it has become none of its news. A device whose browser ended it is forgotten. */
export async function sendPushToDevice(
  context: Context,
  { notice_id, endpoint }: { notice_id: string; endpoint: string },
): Promise<void> {
  const { db, clock, push } = context
  const now = clock.now()
  const news = await newsFor(context, notice_id, now)
  const device = news && (await subscriptionAt(db, news.readerId, endpoint, now))
  if (!device) return
  const outcome = await push.send(device, JSON.stringify(news.shown), news.ttl)
  if (outcome === 'gone') await removeEndpoint(db, endpoint)
  if (outcome === 'failed') throw new Error('The push service did not take the notice.')
}

/**
 * What a device shows of a notice, in its reader's language, and for how many seconds it is news; undefined when it is not
 * wanted, has been read or no longer holds. Only its title: a locked screen is read by others too.
 */
async function newsFor({ db }: Context, notice_id: string, now: Date) {
  const notice = await noticeOf(db, notice_id)
  const reader = notice && (await readerOf(db, notice.user_id))
  if (!reader || notice.read_at || !(await isStillTrue(db, notice))) return undefined
  const text = textOf(notice, reader)
  const topic = topicOf(notice)
  const lasts = notice.kind === 'reminder.hours' ? NEAR_VISIT_FOR_S : NEWS_FOR_S
  const ttl = lasts - Math.round((+now - +notice.at) / 1000)
  if (!text || ttl <= 0) return undefined
  if (!(await isWanted(db, { userId: reader.id, topic, channel: 'push' }))) return undefined
  const shown = { id: notice_id, title: text.title, href: text.button.path, lang: reader.language }
  return { readerId: reader.id, ttl, shown }
}
