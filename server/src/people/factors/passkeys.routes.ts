import * as calls from '#contract/people/passkeys.ts'
import type { App } from '#server/http/app.ts'
import { implement } from '#server/http/calls/implement.ts'
import { consumeRateLimit, networkOf } from '#server/http/limits/rate-limits.ts'
import type { Context } from '#server/context.ts'
import { passkeySignInOptions } from './passkey-challenges.ts'
import {
  addPasskey,
  passkeyOptions,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
} from './passkeys.ts'
import { securityLog } from '../sessions/security-events.ts'
import { answerSignIn, browserOf } from '../sessions/sign-in-answer.ts'

/** Passkeys: adding, renaming, removing, and signing in. Rules: docs/rules/people.md */
export function passkeyRoutes(app: App, context: Context): void {
  implement(app, context, calls.passkeyOptions, async ({ actor }) => ({
    options: { ...(await passkeyOptions(context, actor)) },
  }))
  implement(app, context, calls.addPasskey, ({ actor, body, request }) => {
    const { name, response, sign_out_others: signOutOthers } = body
    const change = { actor, signOutOthers, log: securityLog(context, request) }
    return addPasskey(context, change, { name, response })
  })
  implement(app, context, calls.renamePasskey, async ({ actor, params, body }) => {
    const { passkeyId: id } = params
    return { passkey: await renamePasskey(context, { id, userId: actor.id, name: body.name }) }
  })
  implement(app, context, calls.removePasskey, async ({ actor, params, query, request }) => {
    const log = securityLog(context, request)
    const change = { actor, signOutOthers: query.sign_out_others, log }
    await removePasskey(context, change, params.passkeyId)
    return { message: 'Passkey removed' }
  })

  implement(app, context, calls.passkeySignInOptions, async ({ request }) => {
    await consumeRateLimit(context, 'passkey_by_network', networkOf(request.ip))
    return { options: { ...(await passkeySignInOptions(context)) } }
  })
  implement(app, context, calls.passkeySignIn, async ({ body, request, reply }) => {
    await consumeRateLimit(context, 'passkey_by_network', networkOf(request.ip))
    const browser = browserOf(context, request)
    const signedIn = await signInWithPasskey(context, body.response, browser)
    return answerSignIn(reply, context.config, signedIn, browser)
  })
}
