import { MESSAGE_WORDS } from './message-words.ts'
import type { Composer } from './composer.ts'

/** A first message, or messages that nobody has read. */
export const messageText: Composer = ({ kind, data, other_name, other_id }, { language }) => {
  const words = MESSAGE_WORDS[language]
  if (kind === 'message.first' && other_name === null) return undefined
  return {
    ...(kind === 'message.first'
      ? words.first(other_name!)
      : words.unanswered(other_name, Number(data['count']))),
    facts: [],
    button: { label: words.button, path: other_id ? `/messages/${other_id}` : '/messages' },
  }
}
