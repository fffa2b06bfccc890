import { oneLine } from '#contract/values.ts'
import { withoutLinks } from './without-links.ts'

/**
 * A name that a person typed, as a letter to somebody else's address shows it: without digits, without what makes links
 * and without words that have no letter, so that it carries neither a number to call nor an address. Empty if nothing
 * is left. rule: letter-texts
 */
export function nameInLetter(name: string): string {
  const words = oneLine(name)
    .replace(/\p{N}/gu, '')
    .replace(/[:\uFE13\uFE55\uFF1A\u2236/\\\u2044\u2215\uFF0F\uFF3C@\uFE6B\uFF20<>]/gu, ' ')
    .split(/\s+/u)
    .filter((word) => /\p{L}/u.test(word))
  // Last, because a removed digit may have stood between a dot and a letter.
  return withoutLinks(words.join(' '))
}
