import type { FastifyRequest } from 'fastify'
import * as calls from '#contract/console/operators.ts'
import type { App } from '#server/http/app.ts'
import { implement } from '#server/http/calls/implement.ts'
import { consumeRateLimit, networkOf } from '#server/http/limits/rate-limits.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import type { Context } from '#server/context.ts'
import type { WebAuthnResponse } from '#server/people/factors/webauthn.ts'
import { enrol, enrolmentOf } from './enrolment.ts'
import { operatorPasskeyOptions, SIGN_IN } from './operator-factors.ts'
import { operatorDeviceCookie, setOperatorDeviceCookie } from '../sign-in/operator-device.ts'
import {
  clearOperatorCookie,
  endOperatorSession,
  operatorToken,
  renewOperatorSession,
  setOperatorCookie,
} from '../sign-in/operator-sessions.ts'
import {
  confirmOperator,
  finishOperatorSignIn,
  signInOperatorByPasskey,
  startOperatorSignIn,
} from '../sign-in/operator-sign-in.ts'
import type {
  OperatorBrowser,
  OperatorProof,
  SignedInOperator,
} from '../sign-in/operator-sign-in.ts'

/** Adds the calls by which operators enrol, sign in, confirm and sign out. Rules: docs/rules/console.md */
export function operatorsRoutes(app: App, context: Context): void {
  const { db, config } = context

  implement(app, context, calls.operatorEnrolment, ({ params }) =>
    enrolmentOf(context, params.token),
  )
  implement(app, context, calls.enrolOperator, async ({ params, body, request }) => {
    const { password } = body
    await enrol(context, params.token, { password, proof: proofOf(body), requestId: request.id })
    return { message: 'You can sign in now.' }
  })

  signInRoutes(app, context)

  implement(app, context, calls.operatorMe, ({ operator }) => ({
    operator,
    expires_at: operator.expiresAt.toISOString(),
    confirmed_until: operator.confirmedUntil?.toISOString() ?? null,
  }))
  implement(app, context, calls.operatorConfirm, async ({ operator, body, request, reply }) => {
    const until = await confirmOperator(context, operator, proofOf(body))
    await renewOperatorSession(context, request, reply)
    return { confirmed_until: until.toISOString() }
  })
  implement(app, context, calls.operatorLogout, async ({ request, reply }) => {
    await endOperatorSession(db, operatorToken(request, config))
    clearOperatorCookie(reply, config)
    return { message: 'Logged out' }
  })
}

function signInRoutes(app: App, context: Context): void {
  const { config } = context
  const browserOf = (request: FastifyRequest): OperatorBrowser => ({
    token: operatorToken(request, config),
    device: operatorDeviceCookie(request, config),
    userAgent: request.headers['user-agent'],
    network: networkOf(request.ip),
    requestId: request.id,
  })
  const answer = (
    { operator, token, expiresAt, device }: SignedInOperator,
    reply: Parameters<typeof setOperatorCookie>[0],
  ) => {
    setOperatorCookie(reply, config, token)
    setOperatorDeviceCookie(reply, config, device)
    return { operator, expires_at: expiresAt.toISOString() }
  }

  implement(app, context, calls.operatorLogin, async ({ body, request }) => ({
    second_factor: await startOperatorSignIn(context, body, browserOf(request)),
  }))
  implement(app, context, calls.operatorSecondFactor, async ({ body, request, reply }) => {
    const given = { attempt: body.attempt, proof: proofOf(body) }
    return answer(await finishOperatorSignIn(context, given, browserOf(request)), reply)
  })
  implement(app, context, calls.operatorPasskeyOptions, async ({ request }) => {
    await consumeRateLimit(context, 'passkey_by_network', networkOf(request.ip))
    const options = await operatorPasskeyOptions(context.db, context, SIGN_IN)
    return { options: { ...(options ?? refuse('passkeys_unavailable')) } }
  })
  implement(app, context, calls.operatorPasskeySignIn, async ({ body, request, reply }) => {
    await consumeRateLimit(context, 'passkey_by_network', networkOf(request.ip))
    const browser = browserOf(request)
    return answer(await signInOperatorByPasskey(context, body.response, browser), reply)
  })
}

/** The factor of a request. The contract asks for exactly one. */
function proofOf({
  code,
  passkey,
}: {
  code?: string | undefined
  passkey?: WebAuthnResponse | undefined
}): OperatorProof {
  if (code !== undefined) return { code }
  return passkey ? { passkey } : refuse('code_wrong')
}
