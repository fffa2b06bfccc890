/** PgBouncer ends a connection whose query has waited for `query_wait_timeout`, with the code of a broken protocol. */
export function isPoolerBusy(error: unknown): boolean {
  return error instanceof Error && error.message === 'query_wait_timeout'
}
