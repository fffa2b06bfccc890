import { citedTestsOf } from './cited-tests.ts'
import { citationsOf, lineAt } from './rules.ts'
import type { Rule } from './rules.ts'

const TEST_FILE = /\.(test|spec)\.tsx?$/
const NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/

/**
 * Finds faults in the rules and their citations; `texts` maps each file to its text. Errors are: a citation that names
 * no rule or cannot be read, two rules with one name, names not in kebab case. Warnings are: a rule that no test cites,
 * a test file that cites none.
 */
export function faultsOf(
  rules: Rule[],
  texts: ReadonlyMap<string, string>,
): { errors: string[]; warnings: string[] } {
  const known = new Map<string, Rule>()
  const pages = new Set(rules.map(({ page }) => page))
  const tested = new Set<string>()
  const errors: string[] = []
  const uncited: string[] = []
  for (const rule of rules) {
    const { name, page, line } = rule
    const first = known.get(name)
    if (first) errors.push(`${page}:${line} ${name} is also a rule of ${first.page}:${first.line}`)
    else if (!NAME.test(name))
      errors.push(`${page}:${line} names a rule "${name}"; use lower case and hyphens`)
    known.set(name, first ?? rule)
  }
  for (const [file, text] of texts) {
    const citations = citationsOf(file, text)
    if (TEST_FILE.test(file)) {
      if (citations.length === 0) uncited.push(`${file} cites no rule`)
      for (const { rules } of citedTestsOf(file, text)) for (const name of rules) tested.add(name)
    }
    for (const { names, line, page, unreadable } of citations) {
      if (unreadable !== undefined)
        errors.push(`${file}:${line} "${unreadable}" cannot be read: write names with commas`)
      if (page && !pages.has(page))
        errors.push(`${file}:${line} cites ${page}, which does not exist`)
      for (const name of names) {
        if (name !== 'none' && !known.has(name))
          errors.push(`${file}:${line} cites ${name}, which no page of docs/rules has`)
      }
    }
  }
  const untested = [...known.values()]
    .filter(({ name }) => !tested.has(name))
    .map(({ name, page, line }) => `${page}:${line} no test cites ${name}`)
  return { errors, warnings: [...untested, ...uncited] }
}

/** How comments and titles cited documents that are not part of the repository. */
const OUTSIDE = [
  /\b[dD]ecisions? \d{1,2}\b/g,
  /\b(?:[cC]lient|[pP]rofessional) spec\b/g,
  /(?<=['"`])[CP] \d+(?:\.\d+)*: /g,
  /\bfigures? \d/gi,
  /\b(?:authorization|performance|models|look)\.md\b/g,
  /\b(?:(?:home-and|order-and|client|professional)-(?:visit|trust|side))\b/g,
  /\bauthorization: [A-Z]{3}\b/g,
]

/** One line of text for each citation of an outside document in a file. */
export function outsideCitationsIn(file: string, text: string): string[] {
  return OUTSIDE.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ 0: found, index }) => ({
      found,
      line: lineAt(text, index),
    })),
  )
    .toSorted((one, other) => one.line - other.line)
    .map(({ found, line }) => `${file}:${line} cites "${found.trim()}"`)
}
