import * as calls from '#contract/talk/notices.ts'
import { requestLanguage } from '#contract/people/preferred-language.ts'
import type { App } from '#server/http/app.ts'
import { readVisitorKey } from '#server/http/calls/idempotency.ts'
import { implement } from '#server/http/calls/implement.ts'
import type { Context } from '#server/context.ts'
import { answerByLink, showRequestByLink } from './answer-link.ts'
import { listNotices, markNoticesRead } from './notice-center.ts'
import { addPushDevice, removePushDevice, showPushDevice } from '../send/push-devices.ts'
import { answerVisitByLink, showVisitByLink } from './visit-link.ts'
import { listSwitches, setSwitch, showUnsubscribe, unsubscribe } from './notice-switches.ts'

/** The bell, the switches, the push devices, and the links in letters. */
export function noticesRoutes(app: App, context: Context): void {
  const { db } = context
  implement(app, context, calls.notices, ({ actor, query, request }) =>
    listNotices(context, actor, {
      before: query.before,
      language: requestLanguage(undefined, request.headers['accept-language'] ?? actor.language),
    }),
  )
  implement(app, context, calls.readNotices, ({ actor, body }) =>
    markNoticesRead(context, actor, body.id),
  )
  implement(app, context, calls.noticeSwitches, ({ actor }) => listSwitches(db, actor))
  implement(app, context, calls.switchNotices, ({ actor, body }) => setSwitch(db, actor, body))
  implement(app, context, calls.pushDevice, ({ actor }) => showPushDevice(context, actor))
  implement(app, context, calls.addPushDevice, ({ actor, body }) =>
    addPushDevice(context, actor, body),
  )
  implement(app, context, calls.removePushDevice, ({ actor }) => removePushDevice(context, actor))
  implement(app, context, calls.unsubscribing, ({ body }) => showUnsubscribe(db, body.token))
  implement(app, context, calls.unsubscribe, ({ body }) => unsubscribe(db, body.token))
  implement(app, context, calls.unsubscribeWithOneClick, ({ params }) =>
    unsubscribe(db, params.token),
  )
  implement(app, context, calls.visitByLink, ({ params }) => showVisitByLink(context, params.token))
  implement(app, context, calls.answerVisitByLink, ({ params, body, request }) =>
    answerVisitByLink(context, params.token, body.answer, readVisitorKey(request)),
  )
  implement(app, context, calls.requestByLink, ({ body }) => showRequestByLink(context, body.token))
  implement(app, context, calls.answerByLink, ({ body }) =>
    answerByLink(context, body.token, body.answer, body.series),
  )
}
