import type { World } from '#server/world.ts'
import { isWanted, noticeOf, readerOf } from './notice.queries.ts'
import { isStillTrue, textOf, topicOf } from './notice-text.ts'
import { givePushBack, removeEndpoint, subscriptionsOf, takePush } from './push.queries.ts'

const HOUR_S = 3600
/** Older than that a notice is no news, also for a device that was off. */
const NEWS_FOR_S = 24 * HOUR_S
const NEAR_VISIT_FOR_S = 2 * HOUR_S

/**
 * Shows a notice on its reader's devices, in her language, unless that was done, is not wanted, or she has read it. Only its
 * title: a locked screen is read by others too. Tried again only while no device took it, so that none is told twice.
 */
export async function sendNoticePush(
  { db, clock, push }: World,
  { notice_id }: { notice_id: string },
): Promise<void> {
  const now = clock.now()
  const notice = await noticeOf(db, notice_id)
  const reader = notice && (await readerOf(db, notice.user_id))
  if (!reader || notice.read_at || !isStillTrue(notice)) return
  const text = textOf(notice, reader)
  const topic = topicOf(notice)
  if (!text || !(await isWanted(db, { userId: reader.id, topic, channel: 'push' }))) return
  const newsFor = notice.kind === 'reminder.hours' ? NEAR_VISIT_FOR_S : NEWS_FOR_S
  const ttl = newsFor - Math.round((+now - +notice.at) / 1000)
  const devices = await subscriptionsOf(db, reader.id, now)
  if (ttl <= 0 || devices.length === 0 || !(await takePush(db, notice_id, now))) return
  const shown = { id: notice_id, title: text.title, href: text.button.path, lang: reader.language }
  const outcomes = await Promise.all(
    devices.map(async (device) => {
      const outcome = await push.send(device, JSON.stringify(shown), ttl)
      if (outcome === 'gone') await removeEndpoint(db, device.endpoint)
      return outcome
    }),
  )
  if (!outcomes.includes('failed') || outcomes.includes('taken')) return
  await givePushBack(db, notice_id)
  throw new Error('No push service took the notice.')
}
