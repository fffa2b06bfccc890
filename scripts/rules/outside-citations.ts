import { lineAt } from './rules.ts'

/** How comments and titles cited documents that are not part of the repository. */
const OUTSIDE = [
  /\b[dD]ecisions? \d{1,2}\b/g,
  /\b(?:[cC]lient|[pP]rofessional) spec\b/g,
  /(?<=['"`])[CP] \d+(?:\.\d+)*: /g,
  /\bfigures? \d/gi,
  /\b(?:authorization|performance|models|look)\.md\b/g,
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
