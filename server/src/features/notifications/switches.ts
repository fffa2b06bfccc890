import type { NoticeChannel, NoticeTopic } from '#contract/notices.ts'
import type { Role } from '#contract/product.ts'
import { Id } from '#contract/values.ts'
import type { Db } from '#server/db/db.ts'
import type { Actor } from '#server/http/actor.ts'
import { refuse } from '#server/http/refusal.ts'
import { putSwitch, switchesOf, unsubscribeAddress } from './centre.queries.ts'
import { isWanted } from './notice.queries.ts'

type Switch = { topic: NoticeTopic; channel: NoticeChannel; enabled: boolean }

const TOPICS: Record<Role, readonly NoticeTopic[]> = {
  client: ['booking', 'reminder', 'message'],
  professional: ['booking', 'reminder', 'message', 'money', 'verification'],
}
const CHANNELS: readonly NoticeChannel[] = ['app', 'email', 'push']

/** Every topic of a person's role with every channel; on unless she switched it off. */
export async function noticeSwitches(db: Db, { id, role }: Actor): Promise<{ switches: Switch[] }> {
  const switched = await switchesOf(db, id)
  const isOff = (topic: NoticeTopic, channel: NoticeChannel) =>
    switched.some((one) => one.topic === topic && one.channel === channel && !one.enabled)
  return {
    switches: TOPICS[role].flatMap((topic) =>
      CHANNELS.map((channel) => ({ topic, channel, enabled: !isOff(topic, channel) })),
    ),
  }
}

/** Switches one topic on one channel. Again is harmless. */
export async function switchNotices(db: Db, actor: Actor, wish: Switch) {
  if (!TOPICS[actor.role].includes(wish.topic)) refuse('invalid_input')
  await putSwitch(db, actor.id, wish)
  return noticeSwitches(db, actor)
}

/** Which letters an address ends, and whether they still come. */
export async function unsubscribing(db: Db, token: string) {
  const { userId, topic } = await addressOf(db, token)
  return { topic, enabled: await isWanted(db, { userId, topic, channel: 'email' }) }
}

/** Ends the letters of an address's topic, for whoever has the letter. Again is harmless. */
export async function unsubscribe(db: Db, token: string) {
  const { userId, topic } = await addressOf(db, token)
  await putSwitch(db, userId, { topic, channel: 'email', enabled: false })
  return { topic, enabled: false as const }
}

async function addressOf(db: Db, token: string) {
  if (!Id.safeParse(token).success) refuse('not_found')
  return (await unsubscribeAddress(db, token)) ?? refuse('not_found')
}
