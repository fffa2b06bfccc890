import * as calls from '#contract/account/account.ts'
import type { App } from '#server/http/app.ts'
import { implement } from '#server/http/calls/implement.ts'
import type { Context } from '#server/context.ts'
import { confirmPassword } from '#server/people/passwords/confirm-password.ts'
import { deleteKnownDevices } from '#server/people/sessions/known-devices.ts'
import { securityEvents } from '#server/people/sessions/security-events.ts'
import {
  endEverySession,
  endSessionById,
  sessionList,
} from '#server/people/sessions/session-list.ts'
import { clearSessionCookie, renewSession } from '#server/people/sessions/sessions.ts'
import { saveSettings, settingsOf } from '../own/settings.ts'
import { ownNoteCounts } from '#server/market/professionals/client-note-counts.ts'
import { deleteAccount } from './delete-account.ts'
import { downloadOwnData } from '../own/own-data.ts'

/** Settings, sessions, download and deletion of the actor's own account. Rules: docs/rules/account.md */
export function accountRoutes(app: App, context: Context): void {
  const { config, db } = context
  implement(app, context, calls.settings, async ({ actor }) => ({
    ...(await settingsOf(context, actor.id)),
    ...(await ownNoteCounts(db, actor.id)),
  }))
  implement(app, context, calls.saveSettings, async ({ actor, body }) => ({
    ...(await saveSettings(context, actor.id, body)),
    ...(await ownNoteCounts(db, actor.id)),
  }))

  implement(app, context, calls.sessions, async ({ actor }) => ({
    sessions: await sessionList(context, actor),
  }))
  implement(app, context, calls.endOneSession, async ({ actor, params, request, reply }) => {
    await endSessionById(context, actor, request, params.sessionId)
    await renewSession(context, request, reply)
    return { message: 'Signed out there' }
  })
  implement(app, context, calls.endAllSessions, async ({ actor, request, reply }) => {
    await endEverySession(context, actor, request)
    clearSessionCookie(reply, config)
    return { message: 'Signed out everywhere' }
  })
  implement(app, context, calls.forgetDevices, async ({ actor }) => {
    await deleteKnownDevices(db, actor.id)
    return { known_devices: 0 as const }
  })

  implement(app, context, calls.securityEvents, ({ actor, query }) =>
    securityEvents(db, actor.id, query.before),
  )

  implement(app, context, calls.exportData, async ({ actor, request, reply }) => {
    await confirmPassword(context, actor, request)
    await renewSession(context, request, reply)
    reply.header('content-disposition', 'attachment; filename="lustra-data.json"')
    return downloadOwnData(context, actor.id)
  })
  implement(app, context, calls.deleteAccount, async ({ actor, request, reply }) => {
    await deleteAccount(context, actor, request)
    clearSessionCookie(reply, config)
    return { message: 'Account deleted' }
  })
}
