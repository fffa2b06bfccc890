// rule: lead-returns
import { describe, expect, test } from 'vitest'
import { restore, suspend } from '#server/account/suspend/suspend-account.ts'
import { move, requestBooking } from '#server/test/builders/booking.ts'
import { findBroken } from '#server/test/invariants.ts'
import { leadsHarness } from '#server/test/harness/leads-harness.ts'

const { harness, pair, contact, write, answer, isOpen, credits, after, ledger } = leadsHarness()

describe('a client whose suspension for fraud returned the credit, and who is restored', () => {
  const why = { reason: 'We looked at the reports.', doneBy: 'olga', said: { code: 'fraud' } }
  const suspendAndRestore = async () => {
    const { context } = harness.server
    const { id } = harness.client
    await context.db
      .transaction()
      .execute((tx) => suspend(tx, context, id, why, { visits: 'keep' }))
    await context.db.transaction().execute((tx) => restore(tx, context, id, why))
  }
  const reasons = async () =>
    (await ledger()).entries
      .filter(({ kind }: { kind: string }) => kind === 'returned')
      .map(({ reason }: { reason: string }) => reason)

  test('stays silent after an answer: the credit does not return again, and the lead stays open', async () => {
    await suspendAndRestore()
    await write()
    await suspendAndRestore()
    await answer()
    await after(73)
    expect(await reasons()).toEqual(['client_suspended'])
    expect([await credits(), await isOpen()]).toEqual([1, true])
  })

  test('cancels an accepted visit within 24 hours: the credit does not return again', async () => {
    const { server, client, professional } = harness
    const booking = await requestBooking(server, client, professional)
    expect((await move(server, professional, booking, 'accepted')).status).toBe(200)
    await suspendAndRestore()
    expect((await move(server, client, booking, 'cancelled', 'Moving away')).status).toBe(200)
    expect(await reasons()).toEqual(['client_suspended'])
    expect([await credits(), await isOpen()]).toEqual([1, true])
  })

  test('had come back before: the second credit returns too, once, as the first one did', async () => {
    await contact()
    await after(72)
    await write()
    await suspendAndRestore()
    await suspendAndRestore()
    expect(await reasons()).toEqual(['client_suspended', 'no_word'])
    expect(await credits()).toBe(1)
    expect(await findBroken(harness.server)).toEqual({})
  })

  test('and the database refuses a second return of a spent credit, whatever its key', async () => {
    await write()
    await suspendAndRestore()
    const { professionalId, clientId } = pair()
    const again = harness.server.db.insertInto('lead_ledger').values({
      professional_id: professionalId,
      client_id: clientId,
      kind: 'returned',
      amount: 1,
      reason: 'silent',
      key: 'another key',
      at: harness.now,
    })
    await expect(again.execute()).rejects.toThrow('lead_ledger_returned_once')
    expect(await credits()).toBe(1)
  })
})
