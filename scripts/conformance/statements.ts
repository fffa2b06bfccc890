/** One statement of the specification that a test proves: where it stands there, what it says, and where it is proved. */
export type Statement = {
  /** C is the client's document, P the professional's. */
  document: 'C' | 'P'
  /** '2.9' or '4'. */
  section: string
  text: string
  file: string
  line: number
}

// A call's first argument, 'C 2.9: …' or "P 4: …": the title of a test, or of a step inside one.
const TITLE = /(?<=\(\s*)(['"])([CP]) (\d+(?:\.\d+)*): ((?:\\.|(?!\1)[^\\\n])+)\1/g

/** The statements that a file's tests and steps are titled by. */
export function statementsOf(file: string, source: string): Statement[] {
  return [...source.matchAll(TITLE)].map(
    ({ index, 2: document, 3: section = '', 4: text = '' }) => ({
      document: document === 'C' ? 'C' : 'P',
      section,
      text: text.replaceAll(/\\(.)/g, '$1'),
      file,
      line: source.slice(0, index).split('\n').length,
    }),
  )
}

/** As the documents go: C before P, section 2.2 before 2.10, and inside a section as the files and their lines go. */
export function inDocumentOrder(statements: Statement[]): Statement[] {
  const numerically = new Intl.Collator('en', { numeric: true })
  return statements.toSorted(
    (one, other) =>
      numerically.compare(one.document, other.document) ||
      numerically.compare(one.section, other.section) ||
      numerically.compare(one.file, other.file) ||
      one.line - other.line,
  )
}
