import { sql } from 'kysely'
import { afterAll, beforeAll, expect } from 'vitest'
import { grantCredits } from '#server/money/leads/ledger.ts'
import { as } from '../call.ts'
import { testServer } from '../server.ts'
import type { TestServer } from '../server.ts'
import { NOW } from '../builders/booking.ts'

export type Person = { id: string }

/** The body of initiate-contact. */
export function contact(client: Person, professional: Person) {
  return { client_id: client.id, professional_id: professional.id }
}

/**
 * A server for all tests of a file, with the limits of production and a clock that a test sets (`harness.now`), and the
 * calls of messaging.
 */
export function messagingHarness() {
  const harness = { now: NOW } as { server: TestServer; now: Date }
  beforeAll(async () => {
    harness.server = await testServer({ RATE_LIMIT_SCALE: '1' }, { now: () => harness.now })
  })
  afterAll(() => harness.server.close())

  return {
    harness,

    /** Initiates contact; returns the conversation's id. */
    async startConversation(client: Person, professional: Person): Promise<string> {
      const answer = await (
        await as(harness.server, client)
      ).post('/api/chat/initiate-contact', contact(client, professional))
      expect(answer.status).toBe(200)
      return answer.body.conversation_id
    },

    async write(from: Person, to: Person, message: unknown, headers: Record<string, string> = {}) {
      const body = { sender_id: from.id, receiver_id: to.id, message }
      return (await as(harness.server, from)).post('/api/chat/messages', body, headers)
    },

    async thread(reader: Person, other: Person, query = '') {
      return (await as(harness.server, reader)).get(
        `/api/chat/messages/${reader.id}/${other.id}${query}`,
      )
    },

    async conversationsOf(reader: Person) {
      const { body } = await (
        await as(harness.server, reader)
      ).get(`/api/chat/conversations/${reader.id}`)
      return body.conversations
    },

    async countUnread(reader: Person): Promise<number> {
      const { body } = await (
        await as(harness.server, reader)
      ).get(`/api/chat/unread-count/${reader.id}`)
      return body.unread_count
    },

    /** How many messages and leads there are. */
    async countRows(): Promise<{ messages: number; leads: number }> {
      const { rows } = await sql<{ messages: number; leads: number }>`
        select (select count(*)::int from messages) as messages, (select count(*)::int from leads) as leads`.execute(
        harness.server.db,
      )
      return rows[0]!
    },

    async giveCredit(professional: Person): Promise<void> {
      await harness.server.db.transaction().execute((tx) =>
        grantCredits(tx, `test ${crypto.randomUUID()}`, {
          professionalId: professional.id,
          kind: 'bought',
          amount: 1,
          reason: 'single_lead',
          at: harness.now,
        }),
      )
    },
  }
}
