const EMAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g
// PostgreSQL repeats the value that it could not read: invalid input syntax for type uuid: "…"
const QUOTED_VALUE = /(invalid [^\n]*: )"[^"\n]*"/g

/**
 * What the log records of an error: kind, message and stack, and of PostgreSQL's errors where they happened. All else
 * is left out, because it repeats values: PostgreSQL's `detail` has the email that exists already, a mail server's
 * answer the receiver. rule: log-lines
 */
export function logError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: maskText(String(error)) }
  const { code, table, column, constraint, routine, statusCode } = error as unknown as Record<
    string,
    unknown
  >
  return {
    type: error.name,
    message: maskText(error.message),
    stack: maskText(error.stack ?? ''),
    ...defined({ code, table, column, constraint, routine, statusCode }),
    ...(error.cause === undefined ? {} : { cause: logError(error.cause) }),
  }
}

/** A text for the log without emails and without values that PostgreSQL repeats. rule: log-lines */
export function maskText(text: string): string {
  return text.replace(EMAIL, '…').replace(QUOTED_VALUE, '$1"…"')
}

function defined(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}
