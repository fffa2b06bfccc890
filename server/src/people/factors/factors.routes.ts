import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import * as calls from '#contract/people/factors.ts'
import type { App } from '#server/http/app.ts'
import { implement } from '#server/http/calls/implement.ts'
import { networkOf } from '#server/http/limits/rate-limits.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import type { Context } from '#server/context.ts'
import { confirmSession } from '../passwords/confirm-session.ts'
import { confirmTotp, removeTotp, renewRecoveryCodes, securityOf, startTotp } from './factors.ts'
import { deviceToken } from '../sessions/known-devices.ts'
import { finishAttempt } from './second-factor.ts'
import type { Proof } from './second-factor.ts'
import { securityLog } from '../sessions/security-events.ts'
import { renewSession } from '../sessions/sessions.ts'
import { answerSignIn, browserOf } from '../sessions/sign-in-answer.ts'

/** Second factors and the confirmation of a session. Rules: docs/rules/people.md */
export function factorRoutes(app: App, context: Context): void {
  const { config } = context
  const logOf = (request: FastifyRequest) => securityLog(context, request)

  implement(app, context, calls.secondFactor, async ({ body, request, reply }) => {
    const { attempt } = body
    const proof = proofOf(body)
    const from = { network: networkOf(request.ip), device: deviceToken(request, config) }
    const browser = browserOf(context, request)
    const signedIn = await finishAttempt(context, { attempt, proof }, browser, from)
    return answerSignIn(reply, config, signedIn, browser)
  })

  implement(app, context, calls.confirm, async ({ body, actor, request, reply }) => {
    const { password, code, passkey } = body
    const given = passkey
      ? { passkey }
      : { password: password ?? refuse('password_required'), code }
    const until = await confirmSession(context, actor, given, logOf(request))
    await renewSession(context, request, reply)
    return { confirmed_until: until.toISOString() }
  })

  implement(app, context, calls.security, ({ actor }) => securityOf(context, actor))
  implement(app, context, calls.startTotp, ({ actor }) => startTotp(context, actor))
  implement(app, context, calls.confirmTotp, ({ actor, body, request }) =>
    confirmTotp(
      context,
      { actor, signOutOthers: body.sign_out_others, log: logOf(request) },
      body.code,
    ),
  )
  implement(app, context, calls.removeTotp, async ({ actor, query, request }) => {
    const log = logOf(request)
    await removeTotp(context, { actor, signOutOthers: query.sign_out_others, log })
    return { totp: false as const }
  })
  implement(app, context, calls.renewRecoveryCodes, async ({ actor, body, request }) => {
    const change = { actor, signOutOthers: body?.sign_out_others, log: logOf(request) }
    return { recovery_codes: await renewRecoveryCodes(context, change) }
  })
}

/** Reads the proof that the second step of a login brings. The contract asks for one of the fields. */
function proofOf({
  code,
  recovery_code,
  passkey,
  sign_out_others: signOutOthers = false,
}: z.output<NonNullable<typeof calls.secondFactor.body>>): Proof {
  if (code !== undefined) return { code }
  if (recovery_code !== undefined) return { recovery_code, signOutOthers }
  return passkey ? { passkey } : refuse('second_factor_wrong')
}
