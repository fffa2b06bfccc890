import type { Db } from '#server/db/db.ts'
import { entryHash, FIRST_PREV, textHash } from './operator-actions.ts'

/** How many entries a query reads. */
const BATCH_SIZE = 1000

type Verified = {
  checked: number
  /** The hash of the last entry that follows from the first one. */
  head: string
  /** The first number that is missing, or whose entry or texts were changed. */
  firstBadSeq: number | null
}

/**
 * Computes the chain again: each number, each hash from the hash before, and the hashes of the texts that are kept. It
 * trusts no constraint of the database. rule: audit-log
 */
export async function verifyAudit(db: Db): Promise<Verified> {
  let checked = 0
  let head = FIRST_PREV
  for (;;) {
    const rows = await entriesAfter(db, checked)
    for (const row of rows) {
      const expected = checked + 1
      const isNext = Number(row.seq) === expected && row.prev === head
      if (!isNext || row.hash !== entryHash(head, row.body) || !isBound(row, expected))
        return { checked, head, firstBadSeq: expected }
      checked = expected
      head = row.hash
    }
    if (rows.length < BATCH_SIZE) return { checked, head, firstBadSeq: null }
  }
}

function entriesAfter(db: Db, seq: number) {
  return db
    .selectFrom('audit_log')
    .leftJoin('audit_texts', 'audit_texts.seq', 'audit_log.seq')
    .select(['audit_log.seq', 'at', 'prev', 'body', 'hash'])
    .select(['text', 'text_salt', 'note', 'note_salt'])
    .where('audit_log.seq', '>', String(seq))
    .orderBy('audit_log.seq')
    .limit(BATCH_SIZE)
    .execute()
}

type Entry = Awaited<ReturnType<typeof entriesAfter>>[number]
type Body = { seq: number; at: string; text_hash: string | null; note_hash: string | null }

/** Whether the number, the moment and the texts beside a body are those of the body. Erased texts prove nothing. */
function isBound({ at, body, text, text_salt, note, note_salt }: Entry, seq: number): boolean {
  const said = JSON.parse(body) as Body
  return (
    said.seq === seq &&
    said.at === at.toISOString() &&
    (text === null || textHash(text_salt!, text) === said.text_hash) &&
    (note === null || textHash(note_salt!, note) === said.note_hash)
  )
}
