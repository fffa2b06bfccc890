import { requestLanguage } from '#contract/people/preferred-language.ts'
import { contactSupport, supportThread, writeToSupport } from '#contract/talk/support.ts'
import type { App } from '#server/http/app.ts'
import { readVisitorKey } from '#server/http/calls/idempotency.ts'
import { implement } from '#server/http/calls/implement.ts'
import { consumeRateLimit, networkOf } from '#server/http/limits/rate-limits.ts'
import type { Context } from '#server/context.ts'
import { normalEmail } from '#server/people/person/normal-email.ts'
import { receiveMessage } from './support.ts'
import { readThread, writeToThread } from './support-thread.ts'

/** The contact form. Rules: docs/rules/talk.md */
export function supportRoutes(app: App, context: Context): void {
  implement(app, context, contactSupport, async ({ body, actor, request, idempotency }) => {
    const from = actor
      ? {
          name: `${actor.first_name} ${actor.last_name}`,
          email: actor.email,
          userId: actor.id,
          language: actor.language,
        }
      : {
          name: body.name,
          email: body.email,
          userId: null,
          language: requestLanguage(undefined, request.headers['accept-language']),
        }
    const { topic, text, booking_id: bookingId } = body
    const keys = { idempotency, visitorKey: actor ? undefined : readVisitorKey(request) }
    const limits = async () => {
      const network = networkOf(request.ip)
      await consumeRateLimit(context, 'contact_by_network', network)
      // Anybody can write with the email of somebody else, and must not use up what that person may send.
      if (actor) await consumeRateLimit(context, 'contact_by_user', actor.id)
      else {
        const key = `${normalEmail(from.email)} ${network}`
        await consumeRateLimit(context, 'contact_by_email_and_network', key)
      }
    }
    return {
      number: await receiveMessage(context, { topic, text, bookingId, ...from }, keys, limits),
      message: 'We got your message. We answer by email within 2 working days.',
    }
  })

  implement(app, context, supportThread, ({ params }) => readThread(context, params.token))
  implement(app, context, writeToSupport, ({ params, body, request }) =>
    writeToThread(context, params.token, { text: body.text, key: readVisitorKey(request) }),
  )
}
