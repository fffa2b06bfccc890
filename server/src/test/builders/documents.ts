import { checkOf } from '#server/trust/verification/check-of.ts'
import { decideDocuments } from '#server/trust/documents/decide-documents.ts'
import { photo, sendForm } from './form.ts'
import type { TestServer } from '../server.ts'

type Person = { id: string }
type Sent = Parameters<typeof sendForm>[4]

let image: Promise<File> | undefined
/** A photo of a page. Tests share it, because making one takes a while. */
const page = () => (image ??= photo('page.jpg'))

/** Submits an identity document of two pages with two references, of a professional whose address is proved. */
export async function sendIdentity(
  server: TestServer,
  user: Person | null,
  changes: Sent = {},
  headers: Record<string, string> = {},
) {
  if (user) {
    await server.db
      .updateTable('users')
      .set({ email_verified_at: server.context.clock.now() })
      .where('id', '=', user.id)
      .where('email_verified_at', 'is', null)
      .execute()
  }
  return sendIdentityUnproved(server, user, changes, headers)
}

/** Sends an identity document without proving the address of the professional first. */
export async function sendIdentityUnproved(
  server: TestServer,
  user: Person | null,
  changes: Sent = {},
  headers: Record<string, string> = {},
) {
  return sendForm(
    server,
    user,
    'POST',
    '/api/professional/verification/identity',
    {
      user_id: user?.id ?? '',
      document_kind: 'passport',
      reference_1_name: 'Rosa Lima',
      reference_1_email: 'rosa@example.com',
      reference_2_name: 'Tom Reed',
      reference_2_email: 'tom@example.com',
      pages: [await page(), await page()],
      ...changes,
    },
    headers,
  )
}

/** Submits a certificate of insurance of one page. */
export async function sendInsurance(server: TestServer, user: Person | null, changes: Sent = {}) {
  return sendForm(server, user, 'POST', '/api/professional/verification/insurance', {
    user_id: user?.id ?? '',
    insurer: 'Harbor Mutual',
    amount_dollars: '1000000',
    expires_on: '2027-06-30',
    pages: await page(),
    ...changes,
  })
}

/** The newest submission of a professional. */
export function documentsOf({ db }: TestServer, { id }: Person) {
  return db
    .selectFrom('document_checks')
    .selectAll()
    .where('professional_id', '=', id)
    .orderBy('submitted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
}

/** An operator approves a submission. */
export function approveDocuments({ db, context }: TestServer, id: string) {
  return db.transaction().execute(async (tx) => {
    const check = await checkOf(tx, id)
    const decision = { status: 'approved', at: context.clock.now() } as const
    return decideDocuments(tx, check!, decision, { doneBy: 'cli:olga', reason: 'All is clear.' })
  })
}
