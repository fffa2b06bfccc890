import { filesMatching, textOf } from '../check/sources.ts'

/** A rule of docs/rules: its name is the text of its heading. */
export type Rule = { name: string; page: string; line: number }

/** A comment that names rules, see docs/rules/README.md. The name 'none' stands for no rule. */
export type Citation = { names: string[]; line: number }

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

const WITH_HYPHEN = '[a-z][a-z0-9]*(?:-[a-z0-9]+)+'
// After a name of one word comes the end of the citation: "one rule: write plainly" is prose.
const SINGLE_WORD_NAME = String.raw`[a-z]+(?=\s*(?:\*\/|$|[,.)\`]))`
const NEXT_LINE = String.raw`(?:(?:\/\/|\*|--)\s*)?`
const NAMES = String.raw`(?<![\w/-])rules?: ((?:${WITH_HYPHEN}|${SINGLE_WORD_NAME})(?:,\s*${NEXT_LINE}${WITH_HYPHEN})*)`
/** In code a citation stands in a comment; on a page it stands in code marks or in a code block. */
const IN_CODE = new RegExp(String.raw`(?:\/\/|\/\*|^\s*\*|--)[^\n]*?${NAMES}`, 'gm')
const IN_PROSE = new RegExp(String.raw`(?:\`|\/\/ |\/\*\* [^\n]*?)${NAMES}`, 'gm')

/** The citations of a file, in the order of its lines. */
export function citationsOf(file: string, text: string): Citation[] {
  const pattern = file.endsWith('.md') ? IN_PROSE : IN_CODE
  return [...text.matchAll(pattern)].map((match) => ({
    names: (match[1] ?? '').split(/[^a-z0-9-]+/).filter((name) => /^[a-z]/.test(name)),
    line: lineAt(text, match.index + match[0].lastIndexOf(match[1] ?? '')),
  }))
}

export function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length
}
