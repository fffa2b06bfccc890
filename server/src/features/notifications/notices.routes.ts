import * as calls from '#contract/notices.ts'
import { requestLanguage } from '#contract/preferred-language.ts'
import type { App } from '#server/http/app.ts'
import { implement } from '#server/http/implement.ts'
import type { Context } from '#server/context.ts'
import { answerByLink, requestByLink } from './answer-link.ts'
import { noticesOf, readNotices } from './centre.ts'
import { addPushDevice, pushDevice, removePushDevice } from './push-devices.ts'
import { noticeSwitches, switchNotices, unsubscribe, unsubscribing } from './switches.ts'

/** What people were told, what they want to be told, and the links of their letters. */
export function noticesRoutes(app: App, context: Context): void {
  const { db } = context
  implement(app, context, calls.notices, ({ actor, query, request }) =>
    noticesOf(db, actor, {
      before: query.before,
      language: requestLanguage(undefined, request.headers['accept-language'] ?? actor.language),
    }),
  )
  implement(app, context, calls.readNotices, ({ actor, body }) =>
    readNotices(context, actor, body.id),
  )
  implement(app, context, calls.noticeSwitches, ({ actor }) => noticeSwitches(db, actor))
  implement(app, context, calls.switchNotices, ({ actor, body }) => switchNotices(db, actor, body))
  implement(app, context, calls.pushDevice, ({ actor }) => pushDevice(context, actor))
  implement(app, context, calls.addPushDevice, ({ actor, body }) =>
    addPushDevice(context, actor, body),
  )
  implement(app, context, calls.removePushDevice, ({ actor }) => removePushDevice(context, actor))
  implement(app, context, calls.unsubscribing, ({ params }) => unsubscribing(db, params.token))
  implement(app, context, calls.unsubscribe, ({ params }) => unsubscribe(db, params.token))
  implement(app, context, calls.requestByLink, ({ params }) => requestByLink(context, params.token))
  implement(app, context, calls.answerByLink, ({ params, body }) =>
    answerByLink(context, params.token, body.answer),
  )
}
