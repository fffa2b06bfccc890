import type { Message } from '../messages/messaging.api.ts'

const PAUSE_MS = 5 * 60_000

/** Messages of one sender without a pause, or one booking card. */
export type MessageGroup = { senderId: string; messages: Message[] }

/** Groups a thread. A group ends with another sender, a pause of 5 minutes or a booking card. rule: message-screen */
export function groupMessages(messages: readonly Message[]): MessageGroup[] {
  const groups: MessageGroup[] = []
  for (const message of messages) {
    const group = groups.at(-1)
    const last = group?.messages.at(-1)
    if (group && last && continuesGroup(last, message)) group.messages.push(message)
    else groups.push({ senderId: message.sender_id, messages: [message] })
  }
  return groups
}

function continuesGroup(last: Message, next: Message): boolean {
  const pause = new Date(next.timestamp).getTime() - new Date(last.timestamp).getTime()
  return (
    last.sender_id === next.sender_id &&
    last.kind !== 'booking' &&
    next.kind !== 'booking' &&
    pause < PAUSE_MS
  )
}
