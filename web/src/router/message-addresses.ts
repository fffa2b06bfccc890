/** The path of the list of conversations. */
export const MESSAGES_PATH = '/messages'

/** The path of the conversation with another user. */
export function threadAddress(otherUserId: string): string {
  return `${MESSAGES_PATH}/${otherUserId}`
}

/** The path of a conversation just after first contact, where it is highlighted for a while. */
export function contactedAddress(otherUserId: string): string {
  return `${threadAddress(otherUserId)}?contacted=1`
}

/** The path of a conversation with the list of conversations open on a phone. */
export function listAddress(otherUserId: string): string {
  return `${threadAddress(otherUserId)}?list=1`
}
