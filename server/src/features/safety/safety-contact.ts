import { sql } from 'kysely'
import type { SafetyContact } from '#contract/safety.ts'
import { NEW_CONTACTS_PER_DAY } from '#contract/safety-rules.ts'
import type { Language } from '#contract/product.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/db.ts'
import { refuse, refuseForSeconds } from '#server/http/refusal.ts'
import { enqueue } from '#server/queue/queue.ts'
import { lockCaller } from '../identity/lock-people.ts'
import { normalEmail } from '../identity/normal-email.ts'
import { hashOf } from '../identity/sessions.ts'
import { endTimersOf } from './safety-timer.ts'

const DAY_MS = 24 * 3_600_000

/** By this an address is found again without being stored. rule: safety-stop */
export const addressHash = (email: string) => hashOf(normalEmail(email))

/** The contact of a professional, or null. rule: safety-contact */
export async function readContact(db: Db, professionalId: string): Promise<SafetyContact | null> {
  const contact = await db
    .selectFrom('safety_contacts')
    .select(['name', 'email', 'language'])
    .where('professional_id', '=', professionalId)
    .executeTakeFirst()
  return contact ? { ...contact, language: contact.language as Language } : null
}

/**
 * Saves the contact of a professional, or removes it, which ends their timers. An address that has had no
 * letter of this professional gets one. Refuses safety_contact_declined, and too_many_requests for the fourth such
 * address in 24 hours. rule: safety-contact, safety-stop
 */
export async function saveContact(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  professionalId: string,
  contact: SafetyContact | null,
): Promise<SafetyContact | null> {
  await db.transaction().execute(async (tx) => {
    await lockInvitations(tx, professionalId)
    await lockCaller(tx, professionalId)
    if (contact === null) await removeContact(tx, professionalId)
    else await writeContact(tx, professionalId, contact, clock.now())
  })
  return readContact(db, professionalId)
}

/**
 * Requests of one professional wait for each other here, so that parallel ones cannot pass the limit. The account is
 * locked, because a professional may have no profile yet. rule: safety-contact
 */
async function lockInvitations(tx: Db, professionalId: string): Promise<void> {
  await sql`select from users where id = ${professionalId}::uuid for no key update`.execute(tx)
}

async function removeContact(tx: Db, professionalId: string): Promise<void> {
  await tx.deleteFrom('safety_contacts').where('professional_id', '=', professionalId).execute()
  await endTimersOf(tx, [professionalId])
}

async function writeContact(
  tx: Db,
  professional_id: string,
  { name, email, language }: SafetyContact,
  now: Date,
): Promise<void> {
  const email_hash = addressHash(email)
  if (await isDeclined(tx, email_hash)) refuse('safety_contact_declined')
  await invite(tx, { professional_id, email_hash }, now)
  const values = { name, email, email_hash, language }
  await tx
    .insertInto('safety_contacts')
    .values({ professional_id, ...values, created_at: now })
    .onConflict((row) => row.column('professional_id').doUpdateSet(values))
    .execute()
}

/** Whether the owner of an address wants no letters of check-ins. rule: safety-stop */
export async function isDeclined(db: Db, email_hash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('safety_declines')
    .select('email_hash')
    .where('email_hash', '=', email_hash)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Enqueues the one letter to an address. One that was named before and has had no letter, because another address
 * followed too soon, counts again. rule: safety-contact
 */
async function invite(
  tx: Db,
  address: { professional_id: string; email_hash: Buffer },
  now: Date,
): Promise<void> {
  const invitations = tx
    .selectFrom('safety_invitations')
    .where('professional_id', '=', address.professional_id)
  const known = await invitations
    .select('sent_at')
    .where('email_hash', '=', address.email_hash)
    .executeTakeFirst()
  if (known?.sent_at) return
  const recent = await invitations
    .select('created_at')
    .where('email_hash', '<>', address.email_hash)
    .where('created_at', '>', new Date(+now - DAY_MS))
    .orderBy('created_at', 'desc')
    .limit(NEW_CONTACTS_PER_DAY)
    .execute()
  const blocking = recent[NEW_CONTACTS_PER_DAY - 1]
  if (blocking) {
    refuseForSeconds('too_many_requests', (+blocking.created_at + DAY_MS - +now) / 1000)
  }
  await tx
    .insertInto('safety_invitations')
    .values({ ...address, created_at: now })
    .onConflict((row) =>
      row.columns(['professional_id', 'email_hash']).doUpdateSet({ created_at: now }),
    )
    .execute()
  await enqueueInvitation(tx, address)
}

async function enqueueInvitation(
  tx: Db,
  { professional_id, email_hash }: { professional_id: string; email_hash: Buffer },
): Promise<void> {
  const payload = { professional_id, email_hash: email_hash.toString('hex') }
  const key = `safety invitation ${payload.professional_id} ${payload.email_hash}`
  await enqueue(tx, 'send-safety-invitation', payload, { key })
}
