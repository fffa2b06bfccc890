import * as calls from '#contract/notices.ts'
import { requestLanguage } from '#contract/preferred-language.ts'
import type { App } from '#server/http/app.ts'
import { implement } from '#server/http/implement.ts'
import type { World } from '#server/world.ts'
import { answerByLink, requestByLink } from './answer-link.ts'
import { noticesOf, readNotices } from './centre.ts'
import { addPushDevice, pushDevice, removePushDevice } from './push-devices.ts'
import { noticeSwitches, switchNotices, unsubscribe, unsubscribing } from './switches.ts'

/** What people were told, what they want to be told, and the links of their letters. */
export function noticesRoutes(app: App, world: World): void {
  const { db } = world
  implement(app, world, calls.notices, ({ actor, query, request }) =>
    noticesOf(db, actor, {
      before: query.before,
      language: requestLanguage(undefined, request.headers['accept-language'] ?? actor.language),
    }),
  )
  implement(app, world, calls.readNotices, ({ actor, body }) => readNotices(world, actor, body.id))
  implement(app, world, calls.noticeSwitches, ({ actor }) => noticeSwitches(db, actor))
  implement(app, world, calls.switchNotices, ({ actor, body }) => switchNotices(db, actor, body))
  implement(app, world, calls.pushDevice, ({ actor }) => pushDevice(world, actor))
  implement(app, world, calls.addPushDevice, ({ actor, body }) => addPushDevice(world, actor, body))
  implement(app, world, calls.removePushDevice, ({ actor }) => removePushDevice(world, actor))
  implement(app, world, calls.unsubscribing, ({ params }) => unsubscribing(db, params.token))
  implement(app, world, calls.unsubscribe, ({ params }) => unsubscribe(db, params.token))
  implement(app, world, calls.requestByLink, ({ params }) => requestByLink(world, params.token))
  implement(app, world, calls.answerByLink, ({ params, body }) =>
    answerByLink(world, params.token, body.answer),
  )
}
