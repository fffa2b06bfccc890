import { filesMatching, textOf } from '../check/sources.ts'

/** A rule of docs/rules: its name is the text of its heading. */
export type Rule = { name: string; page: string; line: number }

/**
 * A comment that names rules, see docs/rules/README.md. The name 'none' stands for no rule. `page` is set if it names a
 * page instead, `unreadable` if it is no list of names.
 */
export type Citation = { names: string[]; line: number; page?: string; unreadable?: string }

/** The rules of one page of docs/rules. */
export function rulesIn(page: string, text: string): Rule[] {
  return [...text.matchAll(/^## (.+)$/gm)].map(({ 1: name = '', index }) => ({
    name: name.trim(),
    page,
    line: lineAt(text, index),
  }))
}

/** All rules of the repository, in the order of pages and lines. */
export function allRules(): Rule[] {
  const pages = filesMatching('docs/rules/*.md').filter((page) => !page.endsWith('/README.md'))
  return pages.flatMap((page) => rulesIn(page, textOf(page)))
}

/** The word with its colon, in the singular or plural, in upper or lower case. */
const WORD = /(?<![\w/-])rules?:/gi
/** The mark of a comment, which has to be before a citation on its line in code. */
const IN_COMMENT = /\/\/|\/\*|--|^\s*\*/
/** The mark that is usually before a citation on a page: a code mark, or a comment of a code block. */
const IN_CODE_MARKS = /`$|\/\/|\/\*/

/** Spaces, and one line break with the signs of a comment after it. */
const GAP = /[ \t]*(?:\r?\n[ \t]*(?:\/\/|\*(?!\/)|--)?[ \t]*)?/y
const NAME = /[a-z][a-z0-9]*(?:-[a-z0-9]+)*(?![\w/-])/y
const PAGE = /docs\/rules\/[a-z-]+\.md/y
const COMMA = /,/y
const END = /[ \t]*(?:\*\/|$|[.)`;])/my

/**
 * The citations of a file, in the order of its lines. Names are separated by commas; words after a comma may explain.
 * On a page the word can also be prose without a name. In a comment that is a citation that cannot be read.
 */
export function citationsOf(file: string, text: string): Citation[] {
  const isPage = file.endsWith('.md')
  return [...text.matchAll(WORD)].flatMap(({ 0: word, index }) => {
    const before = text.slice(text.lastIndexOf('\n', index) + 1, index)
    if (!isPage && !IN_COMMENT.test(before)) return []
    const isProse = isPage && !IN_CODE_MARKS.test(before)
    const citation = readCitation(text, index + word.length, isProse)
    if (!citation && isProse) return []
    const written = text.slice(index).split(/\n|\*\//)[0] ?? ''
    return [
      { ...(citation ?? { names: [], unreadable: written.trimEnd() }), line: lineAt(text, index) },
    ]
  })
}

/** The names or the page at `start`; undefined if the text there is no list of names. */
function readCitation(
  text: string,
  start: number,
  isProse: boolean,
): Omit<Citation, 'line'> | undefined {
  let at = start
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0]
    at += found?.length ?? 0
    return found
  }
  const ends = () => {
    END.lastIndex = at
    return END.test(text)
  }
  take(GAP)
  const page = take(PAGE)
  if (page) return { names: [], page }
  const names: string[] = []
  for (;;) {
    const name = take(NAME)
    const isOneWord = !name?.includes('-')
    const isLast = ends() || name === 'none'
    const isFollowed = isLast || text[at] === ','
    // "…, because it is so" explains; "…, other-rule and third-rule" is no list.
    if (!name || !isFollowed) {
      if (isProse && name && !isOneWord) return { names: [...names, name] }
      return names.length > 0 && isOneWord ? { names } : undefined
    }
    names.push(name)
    if (isLast) return { names }
    take(COMMA)
    take(GAP)
  }
}

export function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length
}
