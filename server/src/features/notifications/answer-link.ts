import { randomBytes } from 'node:crypto'
import { dollars } from '#contract/booking-price.ts'
import type { Db } from '#server/db/db.ts'
import { refuse } from '#server/http/refusal.ts'
import type { Context } from '#server/context.ts'
import { moveBooking } from '../bookings/booking-moves.ts'
import { hashOf } from '../identity/sessions.ts'
import {
  giveAnswerLinkBack,
  insertAnswerLink,
  requestOfLink,
  takeAnswerLink,
} from './answer-link.queries.ts'

/** A new link's path, by which a request's professional answers it once without signing in, until the request ends. Only its hash is kept. */
export async function makeAnswerLink(
  db: Db,
  { id: booking_id, expires_at }: { id: string; expires_at: Date },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await insertAnswerLink(db, { token_hash: hashOf(token), booking_id, expires_at })
  return `/answer/${token}`
}

/** What a link asks; looking changes nothing. Refuses one that was used, is over or never was. */
export async function requestByLink({ db, clock }: Context, token: string) {
  const found = await requestOfLink(db, hashOf(token), clock.now())
  if (!found) refuse('answer_link_ended')
  const { first_name, total_cents, starts_at, expires_at, ...facts } = found
  return {
    ...facts,
    client_first_name: first_name,
    total_amount: dollars(total_cents),
    starts_at: starts_at.toISOString(),
    expires_at: expires_at.toISOString(),
  }
}

/** Answers a link's request as its professional would (decision 26). The link is used up, unless the answer is refused. */
export async function answerByLink(
  context: Context,
  token: string,
  answer: 'accepted' | 'declined',
): Promise<{ status: 'accepted' | 'declined' }> {
  const hash = hashOf(token)
  const link = await takeAnswerLink(context.db, hash, context.clock.now())
  if (!link) refuse('answer_link_ended')
  const professional = { id: link.professional_id, role: 'professional' } as const
  try {
    await moveBooking(context, professional, link.booking_id, { status: answer })
  } catch (error) {
    await giveAnswerLinkBack(context.db, hash)
    throw error
  }
  return { status: answer }
}
