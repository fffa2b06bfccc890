import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import type { Db, Tx } from '#server/db/db.ts'
import { limitScale } from '#server/http/limits/limit-scale.ts'
import { refuse, refuseForSeconds } from '#server/http/calls/refusal.ts'
import { isEmailVerified } from './email-proof.ts'
import { normalEmail } from './normal-email.ts'
import { hashOf } from '../sessions/sessions.ts'

const DAY_MS = 86_400_000
const MONTH_DAYS = 30

/**
 * How many letters one address gets in a day and in 30 days, whoever asks for them. `named`: letters to people whom
 * users name; `proof`: letters that prove an address which is to replace that of an account. The one by which an
 * account proves its own is not counted, or strangers could keep its owner out. rule: who-may-name
 */
const LIMITS = {
  named: { perDay: 3, perMonth: 10 },
  proof: { perDay: 6, perMonth: 20 },
} as const

export type StrangerLetterKind = keyof typeof LIMITS

/** The hash by which an address is found again without being stored. */
export const addressHash = (email: string) => hashOf(normalEmail(email))

/**
 * Counts a letter to each of these addresses, in the transaction that enqueues it. Refuses 'address_has_letters', and
 * then none is sent. Requests that name one address wait for each other. rule: who-may-name
 */
export async function countStrangerLetters(
  tx: Tx,
  { config, clock }: Pick<Context, 'config' | 'clock'>,
  kind: StrangerLetterKind,
  addresses: readonly Buffer[],
): Promise<void> {
  const at = clock.now()
  // In one order, so that two requests never wait for each other.
  for (const email_hash of addresses.toSorted((one, other) => one.compare(other))) {
    await sql`select pg_advisory_xact_lock(hashtextextended(
      ${`letters to ${email_hash.toString('hex')}`}, 0))`.execute(tx)
    const wait = await secondsUntilNext(tx, { kind, email_hash, at, scale: limitScale(config) })
    if (wait > 0) refuseForSeconds('address_has_letters', wait)
    await noteStrangerLetter(tx, { kind, email_hash, at })
  }
}

type Counted = { kind: StrangerLetterKind; email_hash: Buffer; at: Date }

/** Counts a letter that has to leave, however many there were. rule: who-may-name, safety-alarm */
export async function noteStrangerLetter(tx: Tx, letter: Counted): Promise<void> {
  await tx.insertInto('letters_to_strangers').values(letter).execute()
}

async function secondsUntilNext(
  tx: Tx,
  { kind, email_hash, at, scale }: Counted & { scale: number },
): Promise<number> {
  const { perDay, perMonth } = LIMITS[kind]
  let wait = 0
  for (const [most, ms] of [
    [perDay * scale, DAY_MS],
    [perMonth * scale, MONTH_DAYS * DAY_MS],
  ] as const) {
    const blocking = await tx
      .selectFrom('letters_to_strangers')
      .select('at')
      .where('email_hash', '=', email_hash)
      .where('kind', '=', kind)
      .where('at', '>', new Date(+at - ms))
      .orderBy('at', 'desc')
      .offset(most - 1)
      .limit(1)
      .executeTakeFirst()
    if (blocking) wait = Math.max(wait, (+blocking.at + ms - +at) / 1000)
  }
  return wait
}

/**
 * Whoever asks us to write to somebody else has proved their own address, whatever the settings. Refuses
 * 'email_not_verified'. rule: who-may-name
 */
export async function requireProvedSender(db: Db, userId: string): Promise<void> {
  if (!(await isEmailVerified(db, userId))) refuse('email_not_verified')
}
