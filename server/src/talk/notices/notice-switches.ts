import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { NOTICE_CHANNELS } from '#contract/talk/notices.ts'
import type { NoticeChannel, NoticeSwitch, NoticeTopic } from '#contract/talk/notices.ts'
import type { Role } from '#contract/product.ts'
import { Id } from '#contract/values.ts'
import type { Db } from '#server/db/db.ts'
import type { Actor } from '#server/http/calls/actor.ts'
import { refuse } from '#server/http/calls/refusal.ts'

const TOPICS_OF_ROLE: Record<Role, readonly NoticeTopic[]> = {
  client: ['booking', 'reminder', 'visit', 'message', 'review', 'account'],
  professional: [
    'booking',
    'reminder',
    'visit',
    'message',
    'review',
    'account',
    'money',
    'verification',
  ],
}

/** Whether a person can switch it: letters about the account always come. rule: notice-switches */
export function isSwitchable(topic: NoticeTopic, channel: NoticeChannel): boolean {
  return topic !== 'account' || channel !== 'email'
}

/** Every topic of the actor's role with every channel; on unless it was switched off. rule: notice-switches */
export async function listSwitches(
  db: Db,
  { id, role }: Actor,
): Promise<{ switches: NoticeSwitch[] }> {
  const stored = await db
    .selectFrom('notice_switches')
    .select(['topic', 'channel', 'enabled'])
    .where('user_id', '=', id)
    .execute()
  const isOff = (topic: NoticeTopic, channel: NoticeChannel) =>
    stored.some((one) => one.topic === topic && one.channel === channel && !one.enabled)
  return {
    switches: TOPICS_OF_ROLE[role].flatMap((topic) =>
      NOTICE_CHANNELS.filter((channel) => isSwitchable(topic, channel)).map((channel) => ({
        topic,
        channel,
        enabled: !isOff(topic, channel),
      })),
    ),
  }
}

/**
 * Switches one topic on one channel on or off. Safe to repeat. Refuses 'invalid_input' for a topic of another role, and
 * for letters about the account.
 */
export async function setSwitch(db: Db, actor: Actor, change: NoticeSwitch) {
  const { topic, channel } = change
  if (!TOPICS_OF_ROLE[actor.role].includes(topic) || !isSwitchable(topic, channel))
    refuse('invalid_input')
  await writeSwitch(db, actor.id, change)
  return listSwitches(db, actor)
}

async function writeSwitch(
  db: Db,
  userId: string,
  { topic, channel, enabled }: NoticeSwitch,
): Promise<void> {
  await db
    .insertInto('notice_switches')
    .values({ user_id: userId, topic, channel, enabled })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'topic', 'channel']).doUpdateSet({ enabled }),
    )
    .execute()
}

export async function isSwitchedOn(
  db: Db,
  { userId, topic, channel }: { userId: string; topic: NoticeTopic; channel: NoticeChannel },
): Promise<boolean> {
  const switchedOff = await db
    .selectFrom('notice_switches')
    .select('enabled')
    .where('user_id', '=', userId)
    .where('topic', '=', topic)
    .where('channel', '=', channel)
    .where('enabled', '=', false)
    .executeTakeFirst()
  return !switchedOff
}

/**
 * The token of the link that ends a person's letters of a topic: 256 random bits. It never changes. rule:
 * notice-switches
 */
export async function unsubscribeToken(
  db: Db,
  userId: string,
  topic: NoticeTopic,
): Promise<string> {
  const secret = randomBytes(32).toString('base64url')
  const { rows } = await sql<{ secret: string }>`
    insert into unsubscribe_addresses (user_id, topic, secret) values (${userId}::uuid, ${topic}, ${secret})
    on conflict (user_id, topic) do update set secret = coalesce(unsubscribe_addresses.secret, excluded.secret)
    returning secret`.execute(db)
  return rows[0]!.secret
}

/** Which letters a link ends, and whether they are still on. Refuses an unknown token with 'not_found'. */
export async function showUnsubscribe(db: Db, token: string) {
  const { userId, topic } = await loadUnsubscribeAddress(db, token)
  return { topic, enabled: await isSwitchedOn(db, { userId, topic, channel: 'email' }) }
}

/** Ends the letters of a link's topic. The token replaces the session. Safe to repeat. rule: notice-switches */
export async function unsubscribe(db: Db, token: string) {
  const { userId, topic } = await loadUnsubscribeAddress(db, token)
  await writeSwitch(db, userId, { topic, channel: 'email', enabled: false })
  return { topic, enabled: false as const }
}

async function loadUnsubscribeAddress(db: Db, token: string) {
  // PostgreSQL takes no text with a null character.
  if (!/^[\w-]+$/.test(token)) refuse('not_found')
  // Letters of earlier versions have a UUID.
  const column = Id.safeParse(token).success ? 'token' : 'secret'
  const address = await db
    .selectFrom('unsubscribe_addresses')
    .select(['user_id', 'topic'])
    .where(column, '=', token)
    .executeTakeFirst()
  if (!address) refuse('not_found')
  return { userId: address.user_id, topic: address.topic as NoticeTopic }
}
