import { setTimeout as wait } from 'node:timers/promises'
import type { LiveEvent } from '#contract/talk/messaging.ts'
import { LIVE_PATH } from '#contract/browser-names.ts'
import type { People } from './data/bookings-data.ts'
import { withConnections } from './connection.ts'
import type { Connection } from './connection.ts'
import { openLive } from './live-connection.ts'

const PARALLEL_OPENINGS = 50
const SENDERS = 64

/** Called with the milliseconds of a message, from its sending to the event at the other side. */
type OnHeard = (ms: number) => void

/** Opens a live connection for every user. Each client has a conversation with one professional. */
export async function openPairs(port: number, { clients, professionals }: People) {
  const waiting = new Map<string, (event: LiveEvent) => void>()
  const deliver = (id: string) => (text: string) => {
    const event = JSON.parse(text) as LiveEvent
    if (event.type !== 'conversation') return
    waiting.get(id)?.(event)
    waiting.delete(id)
  }
  const live = await openInGroups([...clients, ...professionals], ({ id, cookie }) =>
    openLive(port, LIVE_PATH, cookie, deliver(id)),
  )
  const nextEventOf = (id: string) => new Promise<LiveEvent>((resolve) => waiting.set(id, resolve))
  let next = 0
  /** The next pair that is not waiting for an event. */
  const nextPair = () => {
    do next = (next + 1) % clients.length
    while (waiting.has(professionals[next]!.id))
    return { client: clients[next]!, professional: professionals[next]! }
  }
  const exchange = async (senders: Connection[], onHeard: OnHeard) => {
    const start = performance.now()
    while (senders.length === 0) await wait(1)
    const sender = senders.shift()!
    const { client, professional } = nextPair()
    const received = nextEventOf(professional.id).then(() => onHeard(performance.now() - start))
    const headers = [`cookie: ${client.cookie}`, `idempotency-key: ${crypto.randomUUID()}`]
    const body = { sender_id: client.id, receiver_id: professional.id, message: `At ${start}` }
    const answer = await sender.ask('POST', '/api/chat/messages', headers, body)
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.body}`)
    await received
    senders.push(sender)
  }
  return {
    nextPair,
    nextEventOf,
    /** Sends messages at a rate for some seconds. */
    exchange: (rate: Rate, onHeard: OnHeard) =>
      withConnections(port, SENDERS, (senders) =>
        runAtRate(rate, () => exchange(senders, onHeard)),
      ),
    close: () => live.forEach((one) => one.close()),
  }
}

type Rate = { perSecond: number; seconds: number }

/** Starts the work at the wanted rate, whether or not the previous one has ended. */
export async function runAtRate(
  { perSecond, seconds }: Rate,
  sendOne: () => Promise<void>,
): Promise<void> {
  const start = performance.now()
  const running: Promise<void>[] = []
  for (let index = 0; index < perSecond * seconds; index++) {
    await wait(Math.max(0, start + (index * 1000) / perSecond - performance.now()))
    running.push(sendOne())
  }
  await Promise.all(running)
}

export async function openInGroups<Item, Result>(
  items: Item[],
  open: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let from = 0; from < items.length; from += PARALLEL_OPENINGS) {
    results.push(...(await Promise.all(items.slice(from, from + PARALLEL_OPENINGS).map(open))))
  }
  return results
}
