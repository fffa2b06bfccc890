import * as calls from '#contract/account.ts'
import type { App } from '#server/http/app.ts'
import { implement } from '#server/http/implement.ts'
import type { World } from '#server/world.ts'
import { confirmPassword } from '../identity/confirm-password.ts'
import { endEverySession, endSessionById, sessionList } from '../identity/session-list.ts'
import { clearSessionCookie } from '../identity/sessions.ts'
import { saveSettings, settingsOf } from '../identity/settings.ts'
import { deleteAccount } from './delete-account.ts'
import { ownData } from './own-data.queries.ts'

/** What a person may do with her own account: see and change it, end its sessions, take its data along, delete it. */
export function accountRoutes(app: App, world: World): void {
  const { config, db } = world
  implement(app, world, calls.settings, ({ actor }) => settingsOf(db, actor.id))
  implement(app, world, calls.saveSettings, ({ actor, body }) => saveSettings(db, actor.id, body))

  implement(app, world, calls.sessions, async ({ actor }) => ({
    sessions: await sessionList(world, actor),
  }))
  implement(app, world, calls.endOneSession, async ({ actor, params }) => {
    await endSessionById(world, actor, params.sessionId)
    return { message: 'Signed out there' }
  })
  implement(app, world, calls.endAllSessions, async ({ actor, reply }) => {
    await endEverySession(world, actor)
    clearSessionCookie(reply, config)
    return { message: 'Signed out everywhere' }
  })

  implement(app, world, calls.exportData, async ({ actor, request, reply }) => {
    await confirmPassword(world, actor, request)
    reply.header('content-disposition', 'attachment; filename="lustra-data.json"')
    return { exported_at: world.clock.now().toISOString(), ...(await ownData(db, actor.id)) }
  })
  implement(app, world, calls.deleteAccount, async ({ actor, request, reply }) => {
    await deleteAccount(world, actor, request)
    clearSessionCookie(reply, config)
    return { message: 'Account deleted' }
  })
}
