import type { FastifyRequest } from 'fastify'
import * as calls from '#contract/identity.ts'
import { requestLanguage } from '#contract/preferred-language.ts'
import type { App } from '#server/http/app.ts'
import { implement } from '#server/http/implement.ts'
import { resetRateLimit, networkOf, consumeRateLimit } from '#server/http/rate-limits.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Context } from '#server/context.ts'
import { changePassword, login, register } from './accounts.ts'
import { requestReset, resetPassword } from './password-reset.ts'
import { clearSessionCookie, endSession, sessionToken, setSessionCookie } from './sessions.ts'

/** The answer to a forgotten password, the same whether the account exists or not. rule: reset-same-answer */
const RESET_REQUESTED = {
  message: 'If this email exists, password reset instructions will be sent.',
}

/** Registration, login, sessions and passwords. Rules: docs/rules/identity.md */
export function identityRoutes(app: App, context: Context): void {
  const { config, db } = context
  const browserOf = (request: FastifyRequest) => ({
    token: sessionToken(request, config),
    userAgent: request.headers['user-agent'],
  })

  for (const call of [calls.register, calls.registerAlternative]) {
    implement(app, context, call, async ({ body, request, reply }) => {
      await consumeRateLimit(context, 'register_by_address', networkOf(request.ip))
      const language = requestLanguage(undefined, request.headers['accept-language'])
      const { user, token } = await register(context, body, { ...browserOf(request), language })
      setSessionCookie(reply, config, token)
      return user
    })
  }

  implement(app, context, calls.login, async ({ body, request, reply }) => {
    const account = body.email.toLowerCase()
    await consumeRateLimit(context, 'login_by_address', networkOf(request.ip))
    await consumeRateLimit(context, 'login_by_email', account)
    const { user, token } = await login(context, body, browserOf(request))
    await resetRateLimit(context, 'login_by_email', account)
    setSessionCookie(reply, config, token)
    return { ...user, user }
  })

  implement(app, context, calls.logout, async ({ request, reply }) => {
    await endSession(db, sessionToken(request, config))
    clearSessionCookie(reply, config)
    return { message: 'Logged out' }
  })

  implement(app, context, calls.me, ({ actor }) => actor)

  implement(
    app,
    context,
    calls.forgotPassword,
    async ({ body, request }) => {
      const email = calls.Email.safeParse(body.email)
      if (email.success) await requestResetQuietly(context, request, email.data)
      return RESET_REQUESTED
    },
    {
      // An unreadable body gets the neutral answer too.
      errorHandler: (error, request, reply) => {
        if (error instanceof Refusal && error.code !== 'bad_json') throw error
        request.log.warn({ err: error }, 'unreadable request for a reset')
        void reply.code(200).send(RESET_REQUESTED)
      },
    },
  )

  implement(app, context, calls.resetPassword, async ({ body, request }) => {
    await consumeRateLimit(context, 'reset_by_address', networkOf(request.ip))
    await resetPassword(context, { token: body.token, password: body.new_password })
    return { message: 'Password reset successful! You can now login with your new password.' }
  })

  implement(app, context, calls.changePassword, async ({ body, actor }) => {
    await consumeRateLimit(context, 'change_password_by_user', actor.id)
    await changePassword(db, actor, { current: body.current_password, next: body.new_password })
    return { message: 'Password changed' }
  })
}

/** Hides rate limits and database failures, because the answer must not depend on them. */
async function requestResetQuietly(
  context: Context,
  request: FastifyRequest,
  email: string,
): Promise<void> {
  try {
    await consumeRateLimit(context, 'forgot_by_address', networkOf(request.ip))
    await consumeRateLimit(context, 'forgot_by_email', email.toLowerCase())
    await requestReset(context.db, email)
  } catch (error) {
    if (!(error instanceof Refusal)) request.log.error({ err: error }, 'reset not requested')
  }
}
