import * as calls from '#contract/messaging.ts'
import { Id } from '#contract/values.ts'
import type { App } from '#server/http/app.ts'
import { implement } from '#server/http/implement.ts'
import { takeAllowance } from '#server/http/rate-limits.ts'
import type { World } from '#server/world.ts'
import { initiateContact } from './contact.ts'
import { contactOf, conversationDetails, conversationsOf } from './conversation.ts'
import { markRead, sendMessage, threadPage } from './message.ts'
import { countUnread } from './messages.queries.ts'
import { pictureRoutes } from './picture.routes.ts'
import { block, report, unblock } from './safety.ts'

const KEEPS = { keepsOutcome: true }

/** Contact, conversations, messages, and what keeps people safe in them (professional spec 7). */
export async function messagingRoutes(app: App, world: World): Promise<void> {
  const { db } = world
  implement(
    app,
    world,
    calls.initiateContact,
    async ({ body, intent }) => {
      const pair = { clientId: body.client_id, professionalId: body.professional_id }
      return { conversation_id: await initiateContact(world, pair, intent) }
    },
    KEEPS,
  )
  implement(app, world, calls.conversations, async ({ actor }) => ({
    conversations: await conversationsOf(db, actor),
  }))
  implement(app, world, calls.conversationDetails, ({ actor, params }) =>
    conversationDetails(db, actor, params.conversationId),
  )
  implement(app, world, calls.messages, ({ actor, params, query }) =>
    threadPage(db, actor, params.otherId, query.before),
  )
  implement(
    app,
    world,
    calls.sendMessage,
    ({ actor, body, intent }) =>
      sendMessage(world, actor, { receiverId: body.receiver_id, text: body.message }, intent),
    KEEPS,
  )
  implement(app, world, calls.markRead, ({ actor, params, query }) =>
    markRead(world, actor, params.messageId, query.earlier === 'true'),
  )
  implement(app, world, calls.unreadCount, async ({ actor }) => ({
    unread_count: await countUnread(db, actor.id),
  }))
  implement(app, world, calls.userContact, ({ actor, params }) => contactOf(db, actor, params.id))
  safetyRoutes(app, world)
  await pictureRoutes(app, world)
}

function safetyRoutes(app: App, world: World): void {
  implement(app, world, calls.block, async ({ actor, body }) => {
    await block(world, actor, body.other_user_id)
    return { blocked: true as const }
  })
  implement(app, world, calls.unblock, async ({ actor, params }) => {
    const otherId = Id.safeParse(params.otherUserId).data
    if (otherId) await unblock(world, actor, otherId)
    return { blocked: false as const }
  })
  implement(app, world, calls.report, async ({ actor, body }) => {
    await takeAllowance(world, 'report_by_user', actor.id)
    await report(world, actor, { otherId: body.other_user_id, reason: body.reason })
    return { reported: true as const }
  })
}
