import type { FastifyRequest } from 'fastify'
import * as calls from '#contract/people/identity.ts'
import { KEEP_EMAIL, KEEP_FACTORS } from '#contract/account/letter-link.ts'
import { requestLanguage } from '#contract/people/preferred-language.ts'
import type { App } from '#server/http/app.ts'
import { readVisitorKey } from '#server/http/calls/idempotency.ts'
import { implement } from '#server/http/calls/implement.ts'
import { networkOf, consumeRateLimit } from '#server/http/limits/rate-limits.ts'
import { Refusal } from '#server/http/calls/refusal.ts'
import type { Context } from '#server/context.ts'
import { changePassword, login, register } from './accounts.ts'
import { askForEmail, withdrawEmail } from '../email/email-change.ts'
import {
  addressOfLink,
  requestVerification,
  verifyEmail,
  verifyEmailByCode,
} from '../email/email-verification.ts'
import {
  requireConfirmationWithFactor,
  sessionKey,
} from '#server/people/passwords/confirm-password.ts'
import { keepFactors } from '#server/people/factors/factor-removal.ts'
import { countGuess } from '#server/people/sessions/guesses.ts'
import { deviceToken } from '#server/people/sessions/known-devices.ts'
import { countFirstLetter } from '../email/email-verification.ts'
import { normalEmail } from '#server/people/person/normal-email.ts'
import { requestReset, resetPassword } from '../email/password-reset.ts'
import { recordRefusedRequests } from '#server/people/sessions/refused-requests.ts'
import { securityLog } from '#server/people/sessions/security-events.ts'
import { clearSessionCookie, renewSession, signOut } from '#server/people/sessions/sessions.ts'
import { answerSignIn, browserOf, signInBrowser } from '#server/people/sessions/sign-in-answer.ts'
import { undoSignIn } from '#server/people/sessions/sign-in-letter.ts'
import { undoEmailChange } from '../email/undo-email-change.ts'

/** The answer to a forgotten password, the same whether the account exists or not. rule: new-password */
const RESET_REQUESTED = {
  message: 'If this email exists, password reset instructions will be sent.',
}

/** Registration, login, sessions and passwords. Rules: docs/rules/people.md */
export function identityRoutes(app: App, context: Context): void {
  const { config, db } = context
  recordRefusedRequests(app, context)
  for (const call of [calls.register, calls.registerAlternative]) {
    implement(app, context, call, async ({ body, request, reply }) => {
      await consumeRateLimit(context, 'register_by_address', networkOf(request.ip))
      const language = requestLanguage(undefined, request.headers['accept-language'])
      const browser = browserOf(context, request)
      const { user, token } = await countFirstLetter(context, body.email, (getsLetter) =>
        register(context, body, { ...browser, language, getsLetter }),
      )
      signInBrowser(reply, config, { token, device: browser.device })
      return user
    })
  }

  implement(app, context, calls.login, async ({ body, request, reply }) => {
    const browser = browserOf(context, request)
    const guess = {
      emailKey: normalEmail(body.email),
      network: networkOf(request.ip),
      device: deviceToken(request, config),
    }
    const signedIn = await countGuess(context, guess, () => login(context, body, browser))
    return answerSignIn(reply, config, signedIn, browser)
  })

  implement(app, context, calls.logout, async ({ request, reply }) => {
    const { token, log } = browserOf(context, request)
    await signOut(db, token, log)
    clearSessionCookie(reply, config)
    return { message: 'Logged out' }
  })

  implement(app, context, calls.me, ({ actor }) => ({
    ...actor,
    ...(actor.suspension && { suspended: true as const }),
    ...(actor.viewedUntil && { viewed_until: actor.viewedUntil.toISOString() }),
  }))

  passwordRoutes(app, context)
  emailRoutes(app, context)
}

/** Forgotten and changed passwords, and the links of letters. */
function passwordRoutes(app: App, context: Context): void {
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
      // An unreadable body gets the neutral answer too, and nothing else that fails.
      errorHandler: (error, request, reply) => {
        const isUnreadable =
          error instanceof Refusal ? error.code === 'bad_json' : (error.statusCode ?? 500) < 500
        if (!isUnreadable) throw error
        request.log.warn({ err: error }, 'unreadable request for a reset')
        void reply.code(200).send(RESET_REQUESTED)
      },
    },
  )

  implement(app, context, calls.resetPassword, async ({ body, request }) => {
    await consumeRateLimit(context, 'reset_by_address', networkOf(request.ip))
    const reset = { token: body.token, password: body.new_password }
    await resetPassword(context, reset, securityLog(context, request))
    return { message: 'Password reset successful! You can now login with your new password.' }
  })

  implement(app, context, calls.notMe, async ({ body, request }) => {
    await consumeRateLimit(context, 'not_me_by_address', networkOf(request.ip))
    if (body.token.startsWith(KEEP_FACTORS)) {
      await keepFactors(context, body.token)
      return { message: 'Nothing will be removed.' }
    }
    if (body.token.startsWith(KEEP_EMAIL)) {
      const address = await undoEmailChange(context, body.token, securityLog(context, request))
      const message = `Your address is ${address} again. Every device is signed out.`
      return { message, address }
    }
    await undoSignIn(context, body.token, securityLog(context, request))
    return { message: 'Every device is signed out. We sent you a link to set a new password.' }
  })

  implement(app, context, calls.changePassword, async ({ body, actor, request, reply }) => {
    await requireConfirmationWithFactor(context, actor)
    await consumeRateLimit(context, 'change_password_by_session', sessionKey(actor))
    const passwords = { current: body.current_password, next: body.new_password }
    await changePassword(context.db, actor, passwords, securityLog(context, request))
    await renewSession(context, request, reply)
    return { message: 'Password changed' }
  })
}

/** The proof of an email address, and its change. Rules: docs/rules/account.md */
function emailRoutes(app: App, context: Context): void {
  implement(app, context, calls.requestVerification, ({ actor, idempotency }) =>
    requestVerification(context, actor.id, idempotency),
  )
  implement(app, context, calls.changeEmail, async ({ actor, body, request }) => {
    await askForEmail(context, actor, body.new_email, securityLog(context, request))
    return { message: 'We sent a code to the new address.', pending_email: body.new_email }
  })
  implement(app, context, calls.withdrawEmail, async ({ actor }) => {
    await withdrawEmail(context, actor.id)
    return { pending_email: null }
  })
  implement(app, context, calls.verifyEmail, async ({ actor, body, request }) => {
    await consumeRateLimit(context, 'verify_email_by_address', networkOf(request.ip))
    const log = securityLog(context, request)
    return verifyEmail(context, body.token, { actor, log, key: readVisitorKey(request) })
  })
  implement(app, context, calls.addressOfLink, async ({ body, request }) => {
    await consumeRateLimit(context, 'verify_email_read_by_address', networkOf(request.ip))
    return { email: await addressOfLink(context, body.token) }
  })
  implement(app, context, calls.verifyEmailByCode, ({ actor, body, request }) =>
    verifyEmailByCode(context, actor, body.code, securityLog(context, request)),
  )
}

/** Hides limits, because the answer must not depend on them. What the database could not keep is no success. */
async function requestResetQuietly(
  context: Context,
  request: FastifyRequest,
  email: string,
): Promise<void> {
  try {
    await consumeRateLimit(context, 'forgot_by_address', networkOf(request.ip))
    await consumeRateLimit(context, 'forgot_by_email', normalEmail(email))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const event = { kind: 'limit', account: { emailKey: normalEmail(email) } } as const
    return securityLog(context, request)(context.db, event)
  }
  await requestReset(context.db, email)
}
