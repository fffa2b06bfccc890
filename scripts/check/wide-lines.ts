const COMMENT_WIDTH_MAX = 120
const DOCUMENT_WIDTH_MAX = 150

/** The start of a line of a comment, or a comment behind code. */
const COMMENT = /^\s*(\/\/|\/?\*|--|\{\/\*|<!--|# )|\s(\/\/|--) /

/**
 * The lines of comments in a source file, and all lines of a document, that are too wide. The format check does not
 * wrap them. A row of a table is one line in Markdown, so it may be wider.
 */
export function wideLinesOf(file: string, text: string): string[] {
  const isDocument = file.endsWith('.md')
  const max = isDocument ? DOCUMENT_WIDTH_MAX : COMMENT_WIDTH_MAX
  const isWide = (line: string) =>
    line.length > max && (isDocument ? !line.startsWith('|') : COMMENT.test(line))
  return text.split('\n').flatMap((line, index) => {
    const what = isDocument ? 'line' : 'comment'
    return isWide(line)
      ? [`${file}:${index + 1}: a ${what} of ${line.length} characters (at most ${max})`]
      : []
  })
}
