import type { Db } from '#server/db/db.ts'
import { once } from '#server/http/once.ts'
import type { Intent } from '#server/http/once.ts'

/** A deed in one transaction, once for its Idempotency-Key where there is one. */
export function inOneGo<Answer>(
  db: Db,
  intent: Intent | undefined,
  deed: (tx: Db) => Promise<Answer>,
): Promise<Answer> {
  return intent ? once(db, intent, deed) : db.transaction().execute(deed)
}
