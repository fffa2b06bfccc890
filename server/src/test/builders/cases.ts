import { openCase } from '#server/trust/cases/open-case.ts'
import type { TestServer } from '../server.ts'

/** Opens a case in the queue of appeals about a person. `notFor`: the operator who may not take it. */
export const openAppeal = (
  { db }: Pick<TestServer, 'db'>,
  { personId, at, notFor }: { personId: string; at: Date; notFor?: string | undefined },
) =>
  db.transaction().execute((tx) =>
    openCase(tx, {
      queue: 'appeals',
      kind: 'decision',
      subject: { kind: 'decision', id: crypto.randomUUID() },
      personId,
      title: { code: 'appeal', params: { action: 'hide' } },
      at,
      notFor,
    }),
  )
