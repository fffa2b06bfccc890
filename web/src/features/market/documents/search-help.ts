import { plainText } from '#web/i18n/plain-text.ts'
import type { HelpTopic } from './documents.api.ts'

/** The questions with every word of the text in question, answer or topic. rule: help-and-legal-pages */
export function searchHelp(topics: readonly HelpTopic[], text: string): HelpTopic['questions'] {
  const words = plainText(text).split(/\s+/).filter(Boolean)
  return topics.flatMap(({ title, questions }) =>
    questions.filter(([, ...texts]) => {
      const content = plainText([title, ...texts].join(' '))
      return words.every((word) => content.includes(word))
    }),
  )
}
