import type { Message } from './messaging.api.ts'

const PAUSE_MS = 5 * 60_000

/** Messages of one sender, written without a pause; bookings' cards stand alone. */
export type Run = { senderId: string; messages: Message[] }

/** A thread as runs: the next one begins with another sender, after five minutes, and around what happened to a booking. */
export function runsOf(messages: readonly Message[]): Run[] {
  const runs: Run[] = []
  for (const message of messages) {
    const run = runs.at(-1)
    const last = run?.messages.at(-1)
    if (run && last && goesOn(last, message)) run.messages.push(message)
    else runs.push({ senderId: message.sender_id, messages: [message] })
  }
  return runs
}

function goesOn(last: Message, next: Message): boolean {
  const pause = new Date(next.timestamp).getTime() - new Date(last.timestamp).getTime()
  return (
    last.sender_id === next.sender_id &&
    last.kind !== 'booking' &&
    next.kind !== 'booking' &&
    pause < PAUSE_MS
  )
}
