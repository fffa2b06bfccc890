import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { formats } from '#contract/formats.ts'
import type { Language } from '#contract/product.ts'
import { ALARMS_PER_DAY, SAFETY_LINK_HOURS } from '#contract/visits/safety-rules.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/db.ts'
import { noteStrangerLetter } from '#server/people/person/letters-to-strangers.ts'
import { hashOf } from '#server/people/sessions/sessions.ts'
import { letter } from '#server/outside/mail/letter.ts'
import { nameInLetter } from '#server/outside/mail/name-in-letter.ts'
import { textsIn, titled } from '#server/texts.ts'
import { isDeclined } from './safety-contact.ts'
import { eraseAddress } from './safety-link.ts'

const HOUR_MS = 3_600_000

/**
 * The job 'send-safety-invitation': tells a new contact what they are asked for. Each attempt makes a new token, of
 * which only the hash is stored. The links of all attempts stay valid. rule: safety-contact
 */
export async function sendInvitation(
  { db, clock, config, mail }: Context,
  { professional_id, email_hash: hash }: { professional_id: string; email_hash: string },
): Promise<void> {
  const contact = await db
    .selectFrom('safety_contacts')
    .innerJoin('safety_invitations', (join) =>
      join
        .onRef('safety_invitations.professional_id', '=', 'safety_contacts.professional_id')
        .onRef('safety_invitations.email_hash', '=', 'safety_contacts.email_hash'),
    )
    .innerJoin('users', 'users.id', 'safety_contacts.professional_id')
    .select(['name', 'safety_contacts.email', 'safety_contacts.email_hash'])
    .select(['safety_contacts.language', 'users.first_name'])
    .where('safety_contacts.professional_id', '=', professional_id)
    .where('safety_contacts.email_hash', '=', Buffer.from(hash, 'hex'))
    .where('sent_at', 'is', null)
    .executeTakeFirst()
  if (!contact || (await isDeclined(db, contact.email_hash))) return
  const { email_hash } = contact
  const language = contact.language as Language
  const token = newToken()
  const invitation = () =>
    db
      .updateTable('safety_invitations')
      .where('professional_id', '=', professional_id)
      .where('email_hash', '=', email_hash)
  await invitation()
    // The letter of an earlier attempt may have arrived, with its link.
    .set({ token_hashes: withToken(token) })
    .execute()
  const t = textsIn(language, 'safety')
  const values = {
    contact: nameInLetter(contact.name),
    name: senderIn(language, contact.first_name),
  }
  const title = t('invitation.title')
  await mail.send(
    letter(contact.email, {
      title,
      sentence: t(`invitation.${values.contact ? 'sentence' : 'sentence_unnamed'}`, values),
      note: t('invitation.note'),
      language,
      button: {
        label: t('invitation.button'),
        href: `${config.publicOrigin}/safety/${token}?stop=1`,
      },
      facts: [],
    }),
  )
  await invitation().set({ sent_at: clock.now() }).execute()
}

/** The professional's name in a letter to their contact. rule: letter-texts */
const senderIn = (language: Language, firstName: string) =>
  nameInLetter(firstName) || textsIn(language, 'safety')('somebody')

type Letter = { timer_id: string; about: 'alarm' | 'checked_in' }

/**
 * The job 'send-safety-letter': the alarm, or that the professional has checked in since. An alarm that a check-in
 * overtook is not sent, and then nothing follows it either. One that cannot be sent is marked in its timer.
 * rule: safety-alarm
 */
export async function sendSafetyLetter(
  context: Context,
  { timer_id, about }: Letter,
): Promise<void> {
  const timer = await loadTimer(context, timer_id)
  if (!timer) return
  const hasDeclined = await isDeclined(context.db, timer.email_hash)
  if (about === 'checked_in') {
    if (!hasDeclined) await sendCheckIn(context, timer)
  } else if (hasDeclined) {
    await eraseAddress(context.db, timer.email_hash, context.clock.now())
  } else {
    const token = await countAlarm(context, timer)
    if (token) await sendAlarm(context, timer, token)
  }
}

async function loadTimer({ db }: Context, id: string) {
  const row = await db
    .selectFrom('safety_timers')
    .innerJoin('bookings', 'bookings.id', 'booking_id')
    .innerJoin('users', 'users.id', 'professional_id')
    .select(['safety_timers.id', 'safety_timers.email', 'email_hash', 'safety_timers.language'])
    .select(['booking_id', 'check_by'])
    .select(['safety_timers.state', 'alarm_tried_at', 'checked_in_sent_at', 'professional_id'])
    .select([
      'first_name',
      'phone',
      'time_zone',
      'city',
      'bookings.state as state_code',
      'zip_code',
    ])
    .where('safety_timers.id', '=', id)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row || row.email === null || row.email_hash === null) return undefined
  const { email, email_hash, language } = row
  return { ...row, email, email_hash, language: language as Language }
}
type Timer = NonNullable<Awaited<ReturnType<typeof loadTimer>>>

/**
 * Counts an attempt to send an alarm, and returns the token of its link. Undefined: a check-in was earlier, the letter
 * has left, or the address had too many alarms, which the timer then says. rule: safety-alarm
 */
async function countAlarm({ db, clock }: Context, timer: Timer): Promise<string | undefined> {
  const now = clock.now()
  const token = newToken()
  return db.transaction().execute(async (tx) => {
    // Alarms of one professional are counted one after another, so that parallel ones cannot pass the limit.
    await tx
      .selectFrom('professionals')
      .select('user_id')
      .where('user_id', '=', timer.professional_id)
      .forNoKeyUpdate()
      .execute()
    if (await hasEnoughAlarms(tx, timer, now)) {
      await markNotTold(tx, timer, now)
      return undefined
    }
    const { numUpdatedRows } = await tx
      .updateTable('safety_timers')
      .set({
        // The letter of an earlier attempt may have arrived, with its link.
        token_hashes: withToken(token),
        token_expires_at: new Date(+now + SAFETY_LINK_HOURS * HOUR_MS),
        alarm_tried_at: timer.alarm_tried_at ?? now,
      })
      .where('id', '=', timer.id)
      .where('state', '=', 'alarmed')
      .where('alarm_sent_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return undefined
    if (!timer.alarm_tried_at) {
      await noteStrangerLetter(tx, { kind: 'named', email_hash: timer.email_hash, at: now })
    }
    return token
  })
}

const newToken = () => randomBytes(32).toString('base64url')
const withToken = (token: string) => sql<Buffer[]>`token_hashes || ${hashOf(token)}::bytea`

/**
 * Whether this professional's alarms have written to the address too often within 24 hours. The first alarm of a visit
 * always leaves. rule: safety-alarm
 */
async function hasEnoughAlarms(
  tx: Db,
  { booking_id, email_hash, alarm_tried_at, professional_id }: Timer,
  now: Date,
): Promise<boolean> {
  // A repeated attempt belongs to an alarm that was counted.
  if (alarm_tried_at) return false
  const { count, of_visit } = await tx
    .selectFrom('safety_timers')
    .innerJoin('bookings', 'bookings.id', 'booking_id')
    .select([
      sql<number>`count(*)::int`.as('count'),
      sql<boolean>`coalesce(bool_or(booking_id = ${booking_id}::uuid), false)`.as('of_visit'),
    ])
    .where('professional_id', '=', professional_id)
    .where('email_hash', '=', email_hash)
    .where('alarm_tried_at', '>', new Date(+now - 24 * HOUR_MS))
    .executeTakeFirstOrThrow()
  return of_visit && count >= ALARMS_PER_DAY
}

/** The screen of the visit says that nobody was told. rule: safety-alarm */
async function markNotTold(tx: Db, { id }: Timer, now: Date): Promise<void> {
  await tx
    .updateTable('safety_timers')
    .set({ untold_at: now })
    .where('id', '=', id)
    .where('state', '=', 'alarmed')
    .where('alarm_sent_at', 'is', null)
    .execute()
}

async function sendAlarm(
  { db, clock, config, mail }: Context,
  timer: Timer,
  token: string,
): Promise<void> {
  const { language, first_name, phone, city, state_code, zip_code } = timer
  const t = textsIn(language, 'safety')
  const at = formats(language).visit(timer.check_by, timer.time_zone)
  const name = senderIn(language, first_name)
  const time = textsIn(language, 'bookings')('labels.time_in_city', { time: at, city })
  const alarm = titled(language, 'safety', 'alarm', { name, time, phone })
  await mail.send(
    letter(timer.email, {
      ...alarm,
      language,
      note: t('alarm.note', { name, hours: SAFETY_LINK_HOURS }),
      button: { label: t('alarm.button'), href: `${config.publicOrigin}/safety/${token}` },
      links: [{ label: t('stop'), href: `${config.publicOrigin}/safety/${token}?stop=1` }],
      facts: [[t('where'), `${city}, ${state_code} ${zip_code}`]],
    }),
  )
  await db
    .updateTable('safety_timers')
    // The contact may have said meanwhile that they want no letters.
    .set({ alarm_sent_at: clock.now(), untold_at: null })
    .where('id', '=', timer.id)
    .execute()
}

async function sendCheckIn({ db, clock, config, mail }: Context, timer: Timer): Promise<void> {
  if (timer.state !== 'checked_in' || !timer.alarm_tried_at || timer.checked_in_sent_at) return
  const { language } = timer
  const t = textsIn(language, 'safety')
  const name = senderIn(language, timer.first_name)
  const texts = titled(language, 'safety', 'checked_in', { name })
  const token = newToken()
  await db
    .updateTable('safety_timers')
    .set({ token_hashes: withToken(token) })
    .where('id', '=', timer.id)
    .execute()
  await mail.send(
    letter(timer.email, {
      ...texts,
      language,
      note: t('checked_in.note', { name }),
      button: { label: t('checked_in.button'), href: config.publicOrigin },
      links: [{ label: t('stop'), href: `${config.publicOrigin}/safety/${token}?stop=1` }],
      facts: [],
    }),
  )
  await db
    .updateTable('safety_timers')
    .set({ checked_in_sent_at: clock.now() })
    .where('id', '=', timer.id)
    .execute()
}
