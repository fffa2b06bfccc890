import { afterEach, describe, expect, test } from 'vitest'
import { CURRENT_PASSWORD_HEADER } from '#contract/browser-names.ts'
import { hashPassword } from '#server/people/passwords/passwords.ts'
import { PASSWORD } from '#server/test/builders/account.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { JOBS } from '#server/jobs.ts'
import { as } from '#server/test/call.ts'
import { findBroken } from '#server/test/invariants.ts'
import { isLeadOpen, payAndReturn } from '#server/test/builders/paying.ts'
import { insertBooking, move, NOW, requestBooking } from '#server/test/builders/booking.ts'
import { HOUR, SECOND, leadsHarness } from '#server/test/harness/leads-harness.ts'

const { harness, pair, contact, write, answer, isOpen, credits, after, ledger, ledgerMatches } =
  leadsHarness()

// rule: lead-returns
describe('fair leads', () => {
  test('the credit of a contact without a message returns after 72 hours, once, with its reason', async () => {
    await contact()
    await after(72 - SECOND)
    expect(await credits()).toBe(0)
    await after(72)
    await after(73)
    expect(await credits()).toBe(1)
    expect(await isOpen()).toBe(false)
    expect(
      (await ledger()).entries.map(({ kind, reason, balance }: Record<string, unknown>) => [
        kind,
        reason,
        balance,
      ]),
    ).toEqual([
      ['returned', 'no_word', 1],
      ['spent', 'first_contact', 0],
      ['granted', 'activation', 1],
    ])
  })

  test('an answer within 24 hours, then 72 hours of silence: the credit returns, and not a second sooner', async () => {
    await write()
    await after(24)
    await answer()
    await after(24 + 72 - SECOND)
    expect(await credits()).toBe(0)
    await after(24 + 72)
    expect(await credits()).toBe(1)
    expect((await ledger()).entries[0]).toMatchObject({
      kind: 'returned',
      reason: 'silent',
      client: 'Maya',
    })
  })

  test.each([
    [
      'an answer after 24 hours',
      async () => {
        await write()
        await after(24 + SECOND)
        await answer()
      },
    ],
    [
      'no answer',
      async () => {
        await write()
      },
    ],
    [
      'a client who went on writing',
      async () => {
        await write()
        await after(2)
        await answer()
        await after(50)
        await write()
      },
    ],
    [
      'a booking',
      async () => {
        await requestBooking(harness.server, harness.client, harness.professional)
      },
    ],
  ])('%s gives nothing back', async (_title, act) => {
    await act()
    await after(400)
    expect(await credits()).toBe(0)
    expect(await isOpen()).toBe(true)
  })

  describe('a client cancels an accepted visit soon after the first contact', () => {
    const book = async (facts = {}) => {
      const booking = await requestBooking(
        harness.server,
        harness.client,
        harness.professional,
        facts,
      )
      expect((await move(harness.server, harness.professional, booking, 'accepted')).status).toBe(
        200,
      )
      return booking
    }
    const cancel = async (booking: string, mover = harness.client) =>
      (await move(harness.server, mover, booking, 'cancelled', 'Moving away')).status
    const returns = async () =>
      (await ledger()).entries.filter(({ kind }: { kind: string }) => kind === 'returned')

    // rule: credit-ledger
    afterEach(async () => {
      if (!(await ledgerMatches())) throw new Error('The balance is not the sum of the ledger.')
    })

    test('within 24 hours: the credit returns at once with its reason, once, and the lead closes', async () => {
      const booking = await book()
      harness.now = new Date(+NOW + 24 * HOUR)
      expect(await cancel(booking)).toBe(200)
      expect(await cancel(booking)).toBe(200)
      expect(await credits()).toBe(1)
      expect(await isOpen()).toBe(false)
      expect(await returns()).toMatchObject([{ reason: 'cancelled_early', client: 'Maya' }])
    })

    test('a millisecond after 24 hours nothing returns', async () => {
      const booking = await book()
      harness.now = new Date(+NOW + 24 * HOUR + 1)
      expect(await cancel(booking)).toBe(200)
      expect(await credits()).toBe(0)
      expect(await isOpen()).toBe(true)
    })

    test('the 24 hours begin with the lead, not with the booking', async () => {
      await write()
      harness.now = new Date(+NOW + 20 * HOUR)
      const booking = await book()
      harness.now = new Date(+NOW + 25 * HOUR)
      expect(await cancel(booking)).toBe(200)
      expect(await credits()).toBe(0)
    })

    test('a cancellation by the professional, and that of a pending request, give nothing back', async () => {
      const accepted = await book()
      expect(await cancel(accepted, harness.professional)).toBe(200)
      const pending = await requestBooking(harness.server, harness.client, harness.professional)
      expect(await cancel(pending)).toBe(200)
      expect(await credits()).toBe(0)
      expect(await isOpen()).toBe(true)
    })

    test('while the pair has another accepted visit nothing returns; with the last one it does', async () => {
      const first = await book()
      const second = await book({ booking_date: '2026-12-02' })
      expect(await cancel(first)).toBe(200)
      expect(await credits()).toBe(0)
      expect(await isOpen()).toBe(true)
      expect(await cancel(second)).toBe(200)
      expect(await credits()).toBe(1)
    })

    test('while the pair has a completed visit nothing returns', async () => {
      const { server, client, professional } = harness
      const booking = await book()
      await insertBooking(server, client, professional)
      expect(await cancel(booking)).toBe(200)
      expect(await credits()).toBe(0)
      expect(await isOpen()).toBe(true)
    })

    test('the credit that returns opens the next lead that waits, and a client who comes back costs one that stays spent', async () => {
      const booking = await book()
      const other = await buildClient(harness.server)
      await write(other)
      expect(await isOpen(other)).toBe(false)
      await cancel(booking)
      expect(await isOpen(other)).toBe(true)
      await payAndReturn(harness.server, harness.professional, 'lead')
      const again = await book({ booking_date: '2026-12-03' })
      await cancel(again)
      expect(await credits()).toBe(0)
      expect(await returns()).toHaveLength(1)
    })

    const deleteAccount = async () => {
      const password_hash = await hashPassword(PASSWORD)
      await harness.server.db
        .updateTable('users')
        .set({ password_hash })
        .where('id', '=', harness.client.id)
        .execute()
      const deleted = await (
        await as(harness.server, harness.client)
      ).delete(`/api/users/${harness.client.id}`, {
        [CURRENT_PASSWORD_HEADER]: encodeURIComponent(PASSWORD),
      })
      expect(deleted.status).toBe(200)
    }
    const REGULAR = { cleaning_frequency: 'weekly', series: {} }
    const ofSeries = async (action: string, body: object = {}, by = harness.client) => {
      const caller = await as(harness.server, by)
      const { id } = (await caller.get('/api/series')).body.series[0]
      return (await caller.post(`/api/series/${id}/${action}`, body)).status
    }
    /** All visits that are booked up to January 15. */
    const pauseAll = (by = harness.client) =>
      ofSeries('pause', { from_date: '2026-12-01', to_date: '2027-01-20' }, by)

    test.each([{}, REGULAR])(
      'a client who deletes their account within 24 hours costs no credit either: %o',
      async (facts) => {
        await book(facts)
        await deleteAccount()
        expect(await credits()).toBe(1)
        expect(await returns()).toHaveLength(1)
      },
    )

    // rule: series-breaks, series
    test('running regular visits keep the lead open while all are paused, and the later ones are of an open lead', async () => {
      await book(REGULAR)
      expect(await pauseAll()).toBe(200)
      expect(await credits()).toBe(0)
      expect(await isOpen()).toBe(true)
      harness.now = new Date('2026-12-04T16:00:00Z')
      await JOBS['extend-series'](harness.server.context, {})
      const caller = await as(harness.server, harness.professional)
      const { body } = await caller.get(`/api/bookings/professional/${harness.professional.id}`)
      const visits = body.bookings.filter(({ status }: { status: string }) => status === 'accepted')
      expect(visits).toMatchObject([{ booking_date: '2027-01-26', address: '100 Congress Ave' }])
      expect(await findBroken(harness.server)).toEqual({})
    })

    // rule: series-end
    test.each(['paused', 'booked'])(
      'a client who ends regular visits that are all %s within 24 hours gets the credit returned, once',
      async (state) => {
        await book(REGULAR)
        const before = state === 'paused' ? await pauseAll() : 200
        expect(before).toBe(200)
        expect(await ofSeries('end')).toBe(200)
        expect(await ofSeries('end')).toBe(200)
        expect(await credits()).toBe(1)
        expect(await isOpen()).toBe(false)
        expect(await returns()).toMatchObject([{ reason: 'cancelled_early' }])
        expect(await findBroken(harness.server)).toEqual({})
      },
    )

    const cancelVisits = async (count: number) => {
      const caller = await as(harness.server, harness.client)
      const { visits } = (await caller.get('/api/series')).body.series[0]
      for (const visit of visits.slice(0, count)) expect(await cancel(visit.booking_id)).toBe(200)
    }
    const TWO_VISITS = { ...REGULAR, series: { until: '2026-12-08' } }

    // rule: series
    test('a client who cancels each visit of regular visits that end gets the credit returned', async () => {
      await book(TWO_VISITS)
      await cancelVisits(1)
      expect(await credits()).toBe(0)
      await cancelVisits(2)
      expect(await credits()).toBe(1)
      expect(await isOpen()).toBe(false)
    })

    test('a visit that can be put back keeps the lead open, as a later one does', async () => {
      await book(TWO_VISITS)
      expect(await ofSeries('skip', { date: '2026-12-08' })).toBe(200)
      await cancelVisits(1)
      expect([await credits(), await isOpen()]).toEqual([0, true])
    })

    test('a credit for a same-day visit stays open until midnight at the home', async () => {
      const facts = {
        booking_date: '2026-11-20',
        booking_time: '20:00',
        series: { until: '2026-11-27' },
      }
      await book({ ...REGULAR, ...facts })
      expect(await ofSeries('skip', { date: '2026-11-20' })).toBe(200)
      const caller = await as(harness.server, harness.client)
      const { visits } = (await caller.get('/api/series')).body.series[0]
      const last = visits.find(({ date }: { date: string }) => date === '2026-11-27')
      harness.now = new Date('2026-11-21T05:59:59.999Z')
      expect(await cancel(last.booking_id)).toBe(200)
      expect([await credits(), await isOpen()]).toEqual([0, true])
    })

    // rule: series-end
    test('a client who ends regular visits after dates that are all cancelled gets the credit returned', async () => {
      await book(REGULAR)
      await cancelVisits(2)
      expect([await credits(), await isOpen()]).toEqual([0, true])
      expect(await ofSeries('end', { last_date: '2026-12-08' })).toBe(200)
      expect([await credits(), await isOpen()]).toEqual([1, false])
    })

    test('a professional who pauses or ends regular visits gets nothing back, however silent the client is', async () => {
      await book(REGULAR)
      await answer()
      expect(await pauseAll(harness.professional)).toBe(200)
      await after(24 + 73)
      expect(await isOpen()).toBe(true)
      harness.now = NOW
      expect(await ofSeries('end', {}, harness.professional)).toBe(200)
      expect(await credits()).toBe(0)
      expect(await isOpen()).toBe(true)
    })

    test('cancelling two visits at once, or accepting one meanwhile, returns a credit only if no visit stands', async () => {
      for (let round = 0; round < 12; round++) {
        harness.client = await buildClient(harness.server)
        harness.professional = await buildProfessional(harness.server, { credits: 1 })
        const [first, second, third] = [
          await book({ booking_date: '2026-12-04' }),
          await book({ booking_date: '2026-12-05' }),
          await requestBooking(harness.server, harness.client, harness.professional, {
            booking_date: '2026-12-06',
          }),
        ]
        await Promise.all([
          cancel(first),
          cancel(second),
          ...(round % 2 ? [move(harness.server, harness.professional, third, 'accepted')] : []),
        ])
        const standing = await harness.server.db
          .selectFrom('bookings')
          .select('id')
          .where('professional_id', '=', harness.professional.id)
          .where('status', '=', 'accepted')
          .execute()
        expect(await credits()).toBe(standing.length > 0 ? 0 : 1)
        expect(await isOpen()).toBe(standing.length > 0)
      }
    })
  })

  test('a lead with an accepted booking stays open, however silent the client is', async () => {
    const booking = await requestBooking(harness.server, harness.client, harness.professional)
    await answer()
    await move(harness.server, harness.professional, booking, 'accepted')
    await after(400)
    expect(await isOpen()).toBe(true)
    expect(await credits()).toBe(0)
    const leads = harness.server.db.selectFrom('leads').select('return_due_at')
    const lead = leads.where('client_id', '=', harness.client.id)
    expect(await lead.execute()).toEqual([{ return_due_at: null }])
  })

  // rule: lead-returns
  test('a client who comes back opens the lead again with a credit, which never returns a second time', async () => {
    await contact()
    await after(72)
    expect(await credits()).toBe(1)
    expect(await contact()).toBe(false)
    expect(await credits()).toBe(1)
    expect(await write()).toBe(true)
    expect(await credits()).toBe(0)
    await answer()
    await after(400)
    expect(await credits()).toBe(0)
    expect((await ledger()).entries[0]).toMatchObject({ kind: 'spent', reason: 'came_back' })
  })

  // rule: lead-is-one-pair
  test('a credit that returns opens the next lead that waits', async () => {
    await contact()
    const other = await buildClient(harness.server)
    await write(other)
    expect(await isOpen(other)).toBe(false)
    await after(72)
    expect(await isOpen(other)).toBe(true)
  })
})

test('a credit whose return fails stops none of those behind it, and is tried again', async () => {
  await contact()
  const poison = pair()
  const key = `returned ${poison.professionalId} ${poison.clientId}`
  await harness.server.db
    .insertInto('lead_ledger')
    .values({
      professional_id: poison.professionalId,
      client_id: poison.clientId,
      kind: 'returned',
      amount: 1,
      reason: 'no_word',
      key,
      at: harness.now,
    })
    .execute()
  harness.professional = await buildProfessional(harness.server, { credits: 1 })
  harness.now = new Date(+NOW + 1000)
  await contact()
  await after(73)
  expect(await credits()).toBe(1)
  expect(await isLeadOpen(harness.server.db, poison)).toBe(true)
})
