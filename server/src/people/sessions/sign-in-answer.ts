import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '#server/context.ts'
import { networkOf } from '#server/http/limits/rate-limits.ts'
import { deviceTagOf } from './device-tags.ts'
import { deviceToken, newDeviceToken, setDeviceCookie } from './known-devices.ts'
import { securityLog } from './security-events.ts'
import { sessionToken, setSessionCookie } from './sessions.ts'
import type { SignedIn, SignInBrowser } from './sign-in.ts'

/** The browser of a request. One without a device cookie gets a token for one. */
export function browserOf(context: Context, request: FastifyRequest): SignInBrowser {
  const device = deviceToken(request, context.config) ?? newDeviceToken()
  return {
    token: sessionToken(request, context.config),
    userAgent: request.headers['user-agent'],
    device,
    deviceTag: deviceTagOf(context, device),
    network: networkOf(request.ip),
    log: securityLog(context, request),
  }
}

/** Sets the cookies of a browser that is signed in. rule: session-expiry, login-guesses */
export function signInBrowser(
  reply: FastifyReply,
  config: Context['config'],
  { token, device }: { token: string; device: string },
): void {
  setSessionCookie(reply, config, token)
  setDeviceCookie(reply, config, device)
}

/** The answer of every sign-in of an account, with its cookies. rule: login-answer */
export function answerSignIn(
  reply: FastifyReply,
  config: Context['config'],
  { user, token, breached }: SignedIn,
  { device }: SignInBrowser,
) {
  signInBrowser(reply, config, { token, device })
  const answer = user.suspension_id ? { ...user, suspended: true as const } : user
  return { ...answer, user: answer, ...(breached && { password_breached: true as const }) }
}
