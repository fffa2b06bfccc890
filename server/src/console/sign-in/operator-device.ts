import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { RETENTION } from '#contract/retention.ts'
import type { Context } from '#server/context.ts'

const KNOWN_MS = RETENTION.device_days * 24 * 60 * 60 * 1000
const COOKIE = /^(\d{13})\.([\w-]{22})\.([\w-]{43})$/

type Keys = Pick<Context, 'verificationKeys'>
type Cookies = Pick<Context['config'], 'secureCookies'>
/** The operator whom a browser signed in; a new password makes all their browsers unknown. */
type Known = { id: string; password_version: number }

/**
 * Names the browser if it has signed in as this operator within 400 days, with the present password. Such a browser has
 * guesses of its own, so nobody else locks it out. It signs nobody in. rule: operator-sign-in
 */
export function knownOperatorDevice(
  { verificationKeys, clock }: Keys & Pick<Context, 'clock'>,
  cookie: string | undefined,
  operator: Known | undefined,
): string | undefined {
  const [, until, device, signature] = COOKIE.exec(cookie ?? '') ?? []
  if (!operator || !until || !device || !signature) return undefined
  const expected = sign({ verificationKeys }, operator, `${until}.${device}`)
  const isOurs = timingSafeEqual(Buffer.from(signature), Buffer.from(expected))
  return isOurs && Number(until) > clock.now().getTime() ? device : undefined
}

/** The value that makes a browser known to an operator who has signed in with it. */
export function newOperatorDevice(keys: Keys, operator: Known, at: Date): string {
  const named = `${at.getTime() + KNOWN_MS}.${randomBytes(16).toString('base64url')}`
  return `${named}.${sign(keys, operator, named)}`
}

export function operatorDeviceCookie(request: FastifyRequest, config: Cookies): string | undefined {
  return request.cookies[cookieName(config)]
}

/** Sets the cookie by which an operator's browser is known. It outlives logout. */
export function setOperatorDeviceCookie(reply: FastifyReply, config: Cookies, value: string): void {
  void reply.setCookie(cookieName(config), value, {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: config.secureCookies,
    maxAge: KNOWN_MS / 1000,
  })
}

function sign({ verificationKeys }: Keys, { id, password_version }: Known, named: string): string {
  return createHmac('sha256', verificationKeys.hash)
    .update(`operator device ${id} ${password_version} ${named}`)
    .digest('base64url')
}

function cookieName({ secureCookies }: Cookies): string {
  return secureCookies ? '__Host-lustra_operator_device' : 'lustra_operator_device'
}
