import * as calls from '#contract/talk/messaging.ts'
import { Id } from '#contract/values.ts'
import type { App } from '#server/http/app.ts'
import { implement } from '#server/http/calls/implement.ts'
import { unlessRepeated } from '#server/http/calls/idempotency.ts'
import { consumeRateLimit, networkKey } from '#server/http/limits/rate-limits.ts'
import type { Context } from '#server/context.ts'
import { followScreened } from '#server/bookings/held/screened-contacts.ts'
import { initiateContact } from './contact.ts'
import { contactOf, conversationDetails, conversationsOf } from './conversations.ts'
import { photoMessageRoutes } from '../photos/photo-message.routes.ts'
import { sendMessage } from './send-message.ts'
import { markRead, threadPage } from './thread.ts'
import { countUnread } from './thread.queries.ts'
import { block, report, unblock } from './block-and-report.ts'

/** Contact, conversations, messages, photos, blocks and reports. */
export async function messagingRoutes(app: App, context: Context): Promise<void> {
  const { db } = context
  implement(app, context, calls.initiateContact, async ({ body, idempotency, request, reply }) => {
    const pair = { clientId: body.client_id, professionalId: body.professional_id }
    const contact = await initiateContact(context, pair, networkKey(request.ip), idempotency)
    const bound = { call: calls.initiateContact, request, reply }
    if (contact.isScreened) await followScreened(context, pair, bound)
    return contact
  })
  implement(app, context, calls.conversations, ({ actor, query }) =>
    conversationsOf(db, actor, query.before),
  )
  implement(app, context, calls.conversationDetails, ({ actor, params }) =>
    conversationDetails(db, actor, params.conversationId),
  )
  implement(app, context, calls.messages, ({ actor, params, query }) =>
    threadPage(context, actor, params.otherId, query.before),
  )
  implement(
    app,
    context,
    calls.sendMessage,
    async ({ actor, body, idempotency, request, reply }) => {
      const sent = await sendMessage(
        context,
        actor,
        { receiverId: body.receiver_id, text: body.message, network: networkKey(request.ip) },
        idempotency,
      )
      if (sent.hidden && !sent.held) {
        const pair = { clientId: actor.id, professionalId: body.receiver_id }
        await followScreened(context, pair, { call: calls.sendMessage, request, reply })
      }
      return sent
    },
  )
  implement(app, context, calls.markRead, ({ actor, params, query }) =>
    markRead(context, actor, params.messageId, query.earlier === 'true'),
  )
  implement(app, context, calls.unreadCount, async ({ actor }) => ({
    unread_count: await countUnread(db, actor.id),
  }))
  implement(app, context, calls.userContact, ({ actor, params }) => contactOf(db, actor, params.id))
  safetyRoutes(app, context)
  await photoMessageRoutes(app, context)
}

function safetyRoutes(app: App, context: Context): void {
  implement(app, context, calls.block, async ({ actor, body }) => {
    await block(context, actor, body.other_user_id)
    return { blocked: true as const }
  })
  implement(app, context, calls.unblock, async ({ actor, params }) => {
    const otherId = Id.safeParse(params.otherUserId).data
    if (otherId) await unblock(context, actor, otherId)
    return { blocked: false as const }
  })
  implement(app, context, calls.report, async ({ actor, body, idempotency }) => {
    await unlessRepeated(context.db, idempotency, () =>
      consumeRateLimit(context, 'report_by_user', actor.id),
    )
    const about = { otherId: body.other_user_id, reason: body.reason }
    return report(context, actor, about, idempotency)
  })
}
