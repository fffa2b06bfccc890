/** Why the embedded PostgreSQL cannot run, in one line that a person can act on. It holds no secret. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'
}
