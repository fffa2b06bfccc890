import type { SafetyContact } from '#contract/visits/safety.ts'
import { NEW_CONTACTS_PER_DAY } from '#contract/visits/safety-rules.ts'
import type { Language } from '#contract/product.ts'
import type { Context } from '#server/context.ts'
import type { Db, Tx } from '#server/db/db.ts'
import type { Actor } from '#server/http/calls/actor.ts'
import { refuse, refuseForSeconds } from '#server/http/calls/refusal.ts'
import { enqueue } from '#server/queue/queue.ts'
import { lockOwnSession } from '#server/people/person/left-behind.ts'
import { lockCaller } from '#server/people/person/lock-people.ts'
import {
  addressHash,
  countStrangerLetters,
  requireProvedSender,
} from '#server/people/person/letters-to-strangers.ts'
import { endTimersOf } from '#server/people/person/end-timers.ts'

const DAY_MS = 24 * 3_600_000

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
 * letter of this professional gets one. Refuses safety_contact_declined; and for such an address email_not_verified,
 * first_visit_first, too_many_requests for the fourth in 24 hours, and address_has_letters.
 * Requests of one professional wait for each other, so that parallel ones cannot pass the limit, and none is of a
 * session that has ended. rule: safety-contact, who-may-name, ended-access
 */
export async function saveContact(
  context: Pick<Context, 'db' | 'clock' | 'config'>,
  actor: Actor,
  contact: SafetyContact | null,
): Promise<SafetyContact | null> {
  const { db } = context
  const professionalId = actor.id
  await db.transaction().execute(async (tx) => {
    const session = await lockOwnSession(tx, actor)
    await lockCaller(tx, professionalId)
    if (contact === null) await removeContact(tx, professionalId)
    else await writeContact(tx, context, { professionalId, session }, contact)
  })
  return readContact(db, professionalId)
}

async function removeContact(tx: Db, professionalId: string): Promise<void> {
  await tx.deleteFrom('safety_contacts').where('professional_id', '=', professionalId).execute()
  await endTimersOf(tx, [professionalId])
}

async function writeContact(
  tx: Tx,
  context: Pick<Context, 'clock' | 'config'>,
  { professionalId: professional_id, session }: { professionalId: string; session: string },
  { name, email, language }: SafetyContact,
): Promise<void> {
  const now = context.clock.now()
  const email_hash = addressHash(email)
  if (await isDeclined(tx, email_hash)) refuse('safety_contact_declined')
  await invite(tx, context, { professional_id, email_hash })
  const known = await tx
    .selectFrom('safety_contacts')
    .select('email_hash')
    .where('professional_id', '=', professional_id)
    .executeTakeFirst()
  const isNew = !known?.email_hash.equals(email_hash)
  const values = {
    name,
    email,
    email_hash,
    language,
    // Whoever corrects a name has not named the person.
    ...(isNew && { named_in: session, named_at: now }),
  }
  await tx
    .insertInto('safety_contacts')
    .values({ professional_id, ...values, created_at: now })
    .onConflict((row) => row.column('professional_id').doUpdateSet(values))
    .execute()
  if (!isNew) return
  const letter = {
    user_id: professional_id,
    change: 'contact_named',
    at: now.toISOString(),
  } as const
  await enqueue(tx, 'send-factor-letter', letter)
}

/** Whether the owner of an address wants no letters of check-ins. rule: safety-contact */
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
  tx: Tx,
  context: Pick<Context, 'clock' | 'config'>,
  address: { professional_id: string; email_hash: Buffer },
): Promise<void> {
  const now = context.clock.now()
  const invitations = tx
    .selectFrom('safety_invitations')
    .where('professional_id', '=', address.professional_id)
  const known = await invitations
    .select(['sent_at', 'created_at'])
    .where('email_hash', '=', address.email_hash)
    .executeTakeFirst()
  if (known?.sent_at) return
  await requireProvedSender(tx, address.professional_id)
  if (!(await hasAcceptedVisit(tx, address.professional_id))) refuse('first_visit_first')
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
  // One that was named today and waits for its letter was counted then.
  const isCounted = known && +known.created_at > +now - DAY_MS
  if (!isCounted) await countStrangerLetters(tx, context, 'named', [address.email_hash])
  await tx
    .insertInto('safety_invitations')
    .values({ ...address, created_at: now })
    .onConflict((row) =>
      row.columns(['professional_id', 'email_hash']).doUpdateSet({ created_at: now }),
    )
    .execute()
  await enqueueInvitation(tx, address)
}

/** Whether a client's visit was ever accepted and not cancelled. rule: who-may-name */
async function hasAcceptedVisit(tx: Tx, professionalId: string): Promise<boolean> {
  const visit = await tx
    .selectFrom('bookings')
    .select('id')
    .where('professional_id', '=', professionalId)
    .where('status', 'in', ['accepted', 'completed'])
    .limit(1)
    .executeTakeFirst()
  return visit !== undefined
}

async function enqueueInvitation(
  tx: Tx,
  { professional_id, email_hash }: { professional_id: string; email_hash: Buffer },
): Promise<void> {
  const payload = { professional_id, email_hash: email_hash.toString('hex') }
  const key = `safety invitation ${payload.professional_id} ${payload.email_hash}`
  await enqueue(tx, 'send-safety-invitation', payload, { key })
}
