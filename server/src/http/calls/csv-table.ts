type Cell = string | number | null | undefined

/**
 * Rows as a table for spreadsheets (RFC 4180): UTF-8 with a byte order mark, without which Excel misreads accents.
 * Lines end with CR LF, and every cell is quoted. What is null is empty. rule: csv-tables
 */
export function csvTable(rows: readonly (readonly Cell[])[]): string {
  return `\uFEFF${rows.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('')}`
}

/** A cell that a spreadsheet would run as a formula begins with an apostrophe. rule: csv-tables */
function quoted(cell: Cell): string {
  const text = String(cell ?? '')
  const isFormula = /^[=+\-@\t\r]/.test(text) && !/^[+-]?\d+(\.\d+)?$/.test(text)
  return `"${(isFormula ? `'${text}` : text).replaceAll('"', '""')}"`
}
