import { CHECK_BY_WARNING_MINUTES } from '#contract/visits/safety-rules.ts'
import { enqueue } from '#server/queue/queue.ts'
import type { Context } from '#server/context.ts'
import type { NoticeKind } from '../notices/notice.ts'
import { loadSendableNotice } from '../notices/notice-topics.ts'
import { claimPush } from '../notices/notice.queries.ts'
import { deleteEndpoint, listDevices, loadDevice } from './push-devices.ts'

const HOUR_S = 3600
/** How long a push service stores a push notification for a device that is off. rule: push-devices */
const TTL_S = 24 * HOUR_S
const SHORT_TTL_S: Partial<Record<NoticeKind, number>> = {
  'reminder.hours': 2 * HOUR_S,
  'visit.safety_soon': CHECK_BY_WARNING_MINUTES * 60,
}
/** Within about 10 seconds. A push service that is down for longer must not collect jobs. rule: push-devices */
const ATTEMPTS_MAX = 3

/**
 * The job 'send-notice-push': enqueues one job for each device of the reader, so that a failed push is retried for its
 * device only.
 * rule: push-devices
 */
export async function sendNoticePush(
  context: Context,
  { notice_id }: { notice_id: string },
): Promise<void> {
  const now = context.clock.now()
  const push = await preparePush(context, notice_id, now)
  if (!push) return
  await context.db.transaction().execute(async (tx) => {
    const devices = await listDevices(tx, push.readerId, now)
    if (devices.length === 0 || !(await claimPush(tx, notice_id, now))) return
    for (const { endpoint } of devices) {
      await enqueue(tx, 'send-push-to-device', { notice_id, endpoint }, { attempts: ATTEMPTS_MAX })
    }
  })
}

/**
 * The job 'send-push-to-device': pushes a notice to one device. Deletes a device whose subscription has ended, and
 * waits as the push service asks, unless the notice is outdated by then.
 * rule: push-devices
 */
export async function sendPushToDevice(
  context: Context,
  { notice_id, endpoint }: { notice_id: string; endpoint: string },
): Promise<void> {
  const { db, clock, push: pushService } = context
  const now = clock.now()
  const push = await preparePush(context, notice_id, now)
  const device = push && (await loadDevice(db, push.readerId, endpoint, now))
  if (!device) return
  const outcome = await pushService.send(device, JSON.stringify(push.payload), push.ttlSeconds)
  if (outcome === 'gone') await deleteEndpoint(db, endpoint)
  if (outcome === 'failed') throw new Error('The push service did not accept the notice.')
  if (typeof outcome === 'object' && outcome.waitS < push.ttlSeconds) {
    // A job of its own: what the service asked for is no failed attempt.
    const runAt = new Date(+now + outcome.waitS * 1000)
    const again = { runAt, attempts: ATTEMPTS_MAX }
    await enqueue(db, 'send-push-to-device', { notice_id, endpoint }, again)
  }
}

/**
 * The payload of a push and how long it stays current; undefined when the notice is outdated, read, switched off or no
 * longer holds. The payload has the title only, because others may see a locked screen. rule: notice-privacy
 */
async function preparePush(context: Context, noticeId: string, now: Date) {
  const sendable = await loadSendableNotice(context, noticeId, 'push')
  if (!sendable || sendable.notice.read_at) return undefined
  const { notice, reader, text } = sendable
  const maxAgeSeconds = SHORT_TTL_S[notice.kind] ?? TTL_S
  const ttlSeconds = maxAgeSeconds - Math.round((+now - +notice.at) / 1000)
  if (ttlSeconds <= 0) return undefined
  const payload = { id: noticeId, title: text.title, href: text.button.path, lang: reader.language }
  return { readerId: reader.id, ttlSeconds, payload }
}
