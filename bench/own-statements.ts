import { createHash, randomUUID } from 'node:crypto'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/db.ts'
import { holdOfPairSql } from '#server/features/billing/holds.ts'
import { waitForNewPairSql } from '#server/features/billing/lead-limits.ts'
import { isScreenedSql } from '#server/features/billing/screened-contacts.ts'
import { sameTextADay, unansweredMessagesPerHour } from '#server/features/messaging/contact.ts'
import { contactStatement } from '#server/features/messaging/open-contact.queries.ts'
import { messageStatement } from '#server/features/messaging/write-message.queries.ts'
import type { Idempotency } from '#server/http/idempotency.ts'
import { networkKey } from '#server/http/rate-limits.ts'

export type OwnStatement = { name: string; text: string; values: unknown[] }
type Config = Pick<Context, 'config'>
type Pair = { clientId: string; professionalId: string; network: string; text: string }

/** The statement with which the API itself opens the conversation of a pair, with all its checks, locks and limits. */
export function ownContact(db: Db, context: Config, { network, ...ids }: Pair): OwnStatement {
  const pair = { ...ids, network: networkKey(network), at: new Date() }
  const { sql: text, parameters } = contactStatement({
    ...pair,
    hold: holdOfPairSql(context, pair),
    pairWait: waitForNewPairSql(context, pair),
    isScreened: isScreenedSql(context, pair),
    idempotency: keyOf(ids.clientId, 'POST /api/chat/initiate-contact'),
  }).compile(db)
  return { name: 'open_contact', text, values: [...parameters] }
}

/** The statement with which the API itself writes a client's message. */
export function ownMessage(db: Db, context: Context, pair: Pair): OwnStatement {
  const { clientId, professionalId, network, text: message } = pair
  const at = new Date()
  const { sql: text, parameters } = messageStatement('client', {
    pair: { clientId, professionalId },
    message: {
      sender_id: clientId,
      receiver_id: professionalId,
      message,
      timestamp: at.toISOString(),
      read: false,
      kind: 'text',
      picture_url: null,
      picture: null,
      booking_event: null,
      booking: null,
    },
    file: null,
    unansweredPerHour: unansweredMessagesPerHour(context),
    sameTextADay: sameTextADay(context),
    pairWait: waitForNewPairSql(context, {
      clientId,
      professionalId,
      network: networkKey(network),
      at,
    }),
    idempotency: keyOf(clientId, 'POST /api/chat/messages'),
  }).compile(db)
  return { name: 'client_writes', text, values: [...parameters] }
}

function keyOf(userId: string, call: string): Idempotency {
  const key = randomUUID()
  return { userId, call, key, bodyHash: createHash('sha256').update(key).digest() }
}
