const CENTRE = '/messages'

/** Where the conversations are. */
export const MESSAGES_PATH = CENTRE

/** The open conversation with somebody (decision 2). */
export function threadAddress(otherUserId: string): string {
  return `${CENTRE}/${otherUserId}`
}

/** The same just after contact: the conversation is highlighted for a while (professional spec 2.4). */
export function contactedAddress(otherUserId: string): string {
  return `${threadAddress(otherUserId)}?contacted=1`
}

/** The same on the phone with the list of conversations drawn over it. */
export function listAddress(otherUserId: string): string {
  return `${threadAddress(otherUserId)}?list=1`
}
