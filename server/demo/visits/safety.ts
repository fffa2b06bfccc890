import type { Db } from '#server/db/db.ts'
import { addressHash } from '#server/people/person/letters-to-strangers.ts'
import { daysBefore } from '../market/people.ts'
import type { DemoProfessional } from '../market/people.ts'

const CONTACT = { name: 'Rita', email: 'rita.souza@demo.lustra.example', language: 'pt' }

/** A safety contact who got their letter a week ago. rule: safety-contact */
export async function writeSafetyContact(
  db: Db,
  { id: professional_id }: DemoProfessional,
  now: Date,
): Promise<void> {
  const at = daysBefore(now, 7)
  const address = { professional_id, email_hash: addressHash(CONTACT.email), created_at: at }
  await db
    .insertInto('safety_contacts')
    .values({ ...CONTACT, ...address })
    .execute()
  await db
    .insertInto('safety_invitations')
    .values({ ...address, sent_at: at })
    .execute()
}
