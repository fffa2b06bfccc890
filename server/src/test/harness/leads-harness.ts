import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { JOBS } from '#server/jobs.ts'
import { receiveLead } from '#server/money/leads/leads.ts'
import { buildClient, buildProfessional } from '../builders/build.ts'
import { as } from '../call.ts'
import { isLeadOpen, leadsStatus } from '../builders/paying.ts'
import { testServer } from '../server.ts'
import type { TestServer } from '../server.ts'
import { NOW } from '../builders/booking.ts'

export const HOUR = 3_600_000
/** A second in hours. */
export const SECOND = 1 / 3600

type Person = { id: string }
type Harness = { server: TestServer; now: Date; client: Person; professional: Person }

/**
 * A server for all tests of a file, with a clock that a test moves. Each test begins with a client and a professional
 * with one credit; the helpers make and answer leads, and read what became of the credit.
 */
export function leadsHarness() {
  const harness = { now: NOW } as Harness

  beforeAll(async () => {
    harness.server = await testServer({}, { now: () => harness.now })
  })
  afterAll(() => harness.server.close())
  beforeEach(async () => {
    harness.now = NOW
    harness.client = await buildClient(harness.server, {
      first_name: 'Maya',
      last_name: 'Thompson',
    })
    harness.professional = await buildProfessional(harness.server, { credits: 1 })
  })

  const pair = (sender = harness.client) => ({
    professionalId: harness.professional.id,
    clientId: sender.id,
  })
  const inTransaction = <Result>(command: (tx: TestServer['db']) => Promise<Result>) =>
    harness.server.db.transaction().execute(command)
  const isOpen = (other = harness.client) => isLeadOpen(harness.server.db, pair(other))
  const receive = async (sender: Person, source: 'contact' | 'message') => {
    const lead = { ...pair(sender), source, hold: null, at: harness.now }
    await inTransaction((tx) => receiveLead(tx, lead))
    return isOpen(sender)
  }
  const contact = (sender = harness.client) => receive(sender, 'contact')
  const write = (sender = harness.client) => receive(sender, 'message')
  const answer = async (sender = harness.client) => {
    const body = { sender_id: harness.professional.id, receiver_id: sender.id, message: 'Hello' }
    const answered = await (
      await as(harness.server, harness.professional)
    ).post('/api/chat/messages', body)
    expect(answered.status).toBe(200)
  }
  const credits = async () => (await leadsStatus(harness.server, harness.professional)).leadCredits
  const after = async (hours: number) => {
    harness.now = new Date(+NOW + hours * HOUR)
    await JOBS['return-leads'](harness.server.context, {})
  }
  async function ledger() {
    const caller = await as(harness.server, harness.professional)
    return (await caller.get(`/api/professional/ledger/${harness.professional.id}`)).body
  }
  const ledgerMatches = async () => {
    const { rows } = await sql<{ matches: boolean }>`
      select bool_and(balance = (select sum(amount) from lead_ledger where professional_id = lead_credits.professional_id)) as matches
      from lead_credits`.execute(harness.server.db)
    return rows[0]!.matches
  }

  return { harness, pair, contact, write, answer, isOpen, credits, after, ledger, ledgerMatches }
}
