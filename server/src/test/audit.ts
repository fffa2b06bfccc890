import type { Db } from '#server/db/db.ts'

type Body = { before: object | null; after: object | null }

/** The actions of operators, oldest first: all of them, or those about one person or thing. rule: audit-log */
export async function auditEntries({ db }: { db: Db }, subject?: { id: string }) {
  const rows = await db
    .selectFrom('audit_log')
    .leftJoin('audit_texts', 'audit_texts.seq', 'audit_log.seq')
    .select(['action', 'subject_id', 'operator', 'reason', 'at', 'body', 'text', 'note'])
    .$if(subject !== undefined, (query) => query.where('subject_id', '=', subject!.id))
    .orderBy('audit_log.seq')
    .execute()
  return rows.map(({ body, ...row }) => {
    const { before, after } = JSON.parse(body) as Body
    return { ...row, before, after }
  })
}
