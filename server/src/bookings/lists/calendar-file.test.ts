// rule: visit-calendar
import ical from 'node-ical'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import { sendForm } from '#server/test/builders/form.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { move, NOW, requestBooking } from '#server/test/builders/booking.ts'
import { payAndReturn } from '#server/test/builders/paying.ts'

type Person = { id: string }

let server: TestServer
let client: Person
let professional: Person
let booking: string

beforeAll(async () => {
  server = await testServer({}, { now: () => NOW })
})
afterAll(() => server.close())
beforeEach(async () => {
  client = await buildClient(server, { first_name: 'Maya', last_name: 'Thompson' })
  professional = await buildProfessional(server, { full_name: 'Grace Walker' })
  booking = await requestBooking(server, client, professional)
})

async function calendarFor(person: Person) {
  const answer = await (await as(server, person)).get(`/api/bookings/${booking}/calendar.ics`)
  expect(answer.status).toBe(200)
  expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8')
  const events = Object.values(ical.sync.parseICS(answer.body)).filter(
    (part) => part?.type === 'VEVENT',
  )
  expect(events).toHaveLength(1)
  return { event: events[0]!, text: String(answer.body) }
}

test('the client’s calendar file has the visit at its instants, tentative until it is answered', async () => {
  const { event, text } = await calendarFor(client)
  expect(event).toMatchObject({
    start: new Date('2026-12-01T15:00:00Z'),
    end: new Date('2026-12-01T17:00:00Z'),
    status: 'TENTATIVE',
    summary: 'Standard Cleaning · Grace Walker Cleaning',
    location: '100 Congress Ave, Austin, TX 78701',
    url: { val: `${server.context.config.publicOrigin}/visits/${booking}` },
  })
  expect(text).toContain('DTSTART:20261201T150000Z')
})

test('a later file replaces the earlier one: the same UID, a higher SEQUENCE, and the current status', async () => {
  const requestEvent = (await calendarFor(client)).event
  await move(server, professional, booking, 'accepted')
  const accepted = (await calendarFor(client)).event
  await move(server, client, booking, 'cancelled', 'Moving away')
  const cancelled = (await calendarFor(client)).event
  expect([accepted.status, cancelled.status]).toEqual(['CONFIRMED', 'CANCELLED'])
  expect(new Set([requestEvent.uid, accepted.uid, cancelled.uid]).size).toBe(1)
  expect([requestEvent, accepted, cancelled].map(({ sequence }) => Number(sequence))).toEqual([
    0, 1, 2,
  ])
})

// rule: visit-calendar, busy-times
test('a calendar that imports the file again after a move has the visit once, at its new time; read back it is not busy', async () => {
  await move(server, professional, booking, 'accepted')
  const files = [await calendarFor(professional)]
  const url = `/api/bookings/${booking}/proposals`
  const asked = { booking_date: '2026-12-03', booking_time: '14:00' }
  const { body } = await (await as(server, client)).post(url, asked)
  await (await as(server, professional)).put(`${url}/${body.proposal.id}`, { answer: 'accepted' })
  files.push(await calendarFor(professional))
  for (const inOrder of [files, files.toReversed()]) {
    // RFC 5546: of one UID the highest SEQUENCE counts, in whatever order the files come.
    const imported = new Map<string, (typeof files)[0]['event']>()
    for (const { event } of inOrder) {
      const known = imported.get(event.uid)
      if (!known || Number(event.sequence) > Number(known.sequence)) imported.set(event.uid, event)
    }
    expect([...imported.values()].map(({ start }) => start.toISOString())).toEqual([
      '2026-12-03T20:00:00.000Z',
    ])
  }
  const form = { label: 'Lustra', file: new File([files[1]!.text], 'visit.ics') }
  const path = `/api/professional/busy/${professional.id}/files`
  const read = await sendForm(server, professional, 'POST', path, form)
  expect(read.body.calendar).toMatchObject({ state: 'ok', intervals: 0 })
})

test('a declined request is cancelled in the calendar', async () => {
  await move(server, professional, booking, 'declined')
  const { event } = await calendarFor(client)
  expect(event).toMatchObject({ status: 'CANCELLED' })
  expect(Number(event.sequence)).toBe(1)
})

test('the professional’s file names the client and the address', async () => {
  const { event } = await calendarFor(professional)
  expect(event).toMatchObject({
    summary: 'Standard Cleaning · Maya Thompson',
    location: '100 Congress Ave, Austin, TX 78701',
    url: { val: `${server.context.config.publicOrigin}/dashboard` },
  })
})

test('a file replaces the one before when the lead was opened meanwhile, or its credit returned', async () => {
  const sequence = async () => Number((await calendarFor(professional)).event.sequence)
  professional = await buildProfessional(server, { credits: 0 })
  booking = await requestBooking(server, client, professional)
  const locked = await sequence()
  await payAndReturn(server, professional, 'lead')
  const opened = await sequence()
  expect(opened).toBeGreaterThan(locked)
  await move(server, professional, booking, 'accepted')
  const accepted = await sequence()
  expect(accepted).toBeGreaterThan(opened)
  await move(server, client, booking, 'cancelled', 'Moving away')
  const { event, text } = await calendarFor(professional)
  expect(text).not.toContain('Congress')
  expect(Number(event.sequence)).toBeGreaterThan(accepted)
})

test('while the lead is locked, the professional’s file has first name and ZIP only', async () => {
  await server.db
    .updateTable('leads')
    .set({ opened_at: null })
    .where('client_id', '=', client.id)
    .execute()
  const { event, text } = await calendarFor(professional)
  expect(event).toMatchObject({ summary: 'Standard Cleaning · Maya', location: '78701' })
  expect(text).not.toMatch(/Thompson|Congress/)
})

test('the file is in the language of its reader’s account', async () => {
  await server.db.updateTable('users').set({ language: 'pt' }).where('id', '=', client.id).execute()
  expect((await calendarFor(client)).event.summary).toBe('Limpeza padrão · Grace Walker Cleaning')
})

// rule: booking-roles
test('a calendar file of others is answered like one that does not exist', async () => {
  const others = [await buildClient(server), await buildProfessional(server)]
  for (const other of others) {
    const caller = await as(server, other)
    for (const id of [booking, '0198f3a0-0000-7000-8000-000000000000', 'x'.repeat(80)]) {
      expect(await caller.get(`/api/bookings/${id}/calendar.ics`)).toMatchObject({
        status: 404,
        body: { code: 'booking_not_found' },
      })
    }
  }
  expect((await visitor(server).get(`/api/bookings/${booking}/calendar.ics`)).status).toBe(401)
})
