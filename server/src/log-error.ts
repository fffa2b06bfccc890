const EMAIL = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/g
// Addresses of calendars, buckets and servers have secrets in them.
const ADDRESS = /\b(https?|wss?|s3|smtps?|postgres(?:ql)?):\/\/[^\s"'`<>)\]}]+/g
// PostgreSQL repeats the value that it could not read: invalid input syntax for type uuid: "…"
const QUOTED_VALUE = /((?:invalid|malformed|out of range|could not)[^\n]*: |\bvalue )"[^\n]*"/g
/** PostgreSQL's class of errors about values. Their text may repeat one, over several lines. */
const VALUE_ERROR = /^22[0-9A-Z]{3}$/

/**
 * The fields of an error that the log records: kind, message and stack, and for PostgreSQL's errors where they
 * happened. All else is left out, because it repeats values: PostgreSQL's `detail` has the email that exists already, a
 * mail server's answer the receiver. rule: log-lines
 */
export function logError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: maskText(String(error)) }
  const { code, table, column, constraint, routine, statusCode } = error as unknown as Record<
    string,
    unknown
  >
  const isOfValue = typeof code === 'string' && VALUE_ERROR.test(code)
  const mask = (text: string) => maskText(isOfValue ? text.replace(/".*"/s, '"…"') : text)
  return {
    type: error.name,
    message: mask(error.message),
    stack: mask(error.stack ?? ''),
    ...defined({ code, table, column, constraint, routine, statusCode }),
    ...(error.cause === undefined ? {} : { cause: logError(error.cause) }),
  }
}

/** A text for the log without emails, addresses and values that PostgreSQL repeats. rule: log-lines */
export function maskText(text: string): string {
  return text.replace(ADDRESS, '$1://…').replace(EMAIL, '…').replace(QUOTED_VALUE, '$1"…"')
}

function defined(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}
