import { afterAll, beforeAll, beforeEach } from 'vitest'
import { AUSTIN_HOME, bookingBody, NOW } from '../builders/booking.ts'
import { buildClient, buildProfessional } from '../builders/build.ts'
import { as } from '../call.ts'
import type { Caller } from '../call.ts'
import { photo, sendForm } from '../builders/form.ts'
import { testServer } from '../server.ts'
import type { TestServer } from '../server.ts'

/** 9:00 to 11:00 in Austin. */
export const START = new Date('2026-12-01T15:00:00Z')
export const HOUR_MS = 3_600_000
export const hours = (count: number) => new Date(+START + count * HOUR_MS)

export const HOME = {
  ...AUSTIN_HOME,
  rooms: [
    { kind: 'bedroom', name: 'Guests', important: true },
    { kind: 'garage', name: '' },
    { kind: 'office', name: 'Study', do_not_enter: true },
  ],
}

type Person = { id: string }
type Item = {
  id: string
  room_id: string | null
  task: string
  state: string
  note: string
  at: string | null
}
type Harness = {
  server: TestServer
  now: Date
  image: File
  client: Person
  pro: Person
  asClient: Caller
  asPro: Caller
  home: { id: string; version: number; rooms: { id: string; kind: string }[] }
  /** The requested visit. */
  id: string
}

/**
 * A server for all tests of a file, with a clock that a test moves. Each test begins with a request for a visit of two
 * hours at a home with rooms; the helpers read and fill its checklist and its photos.
 */
export function visitWorkHarness() {
  const harness = { now: NOW } as Harness

  beforeAll(async () => {
    harness.server = await testServer({}, { now: () => harness.now })
    harness.image = await photo()
  })
  afterAll(() => harness.server.close())
  beforeEach(async () => {
    harness.now = NOW
    harness.client = await buildClient(harness.server)
    harness.pro = await buildProfessional(harness.server, { full_name: 'Grace Walker' })
    harness.asClient = await as(harness.server, harness.client)
    harness.asPro = await as(harness.server, harness.pro)
    harness.home = (await harness.asClient.post('/api/homes', HOME)).body.home
    harness.id = (
      await harness.asClient.post(
        '/api/bookings',
        bookingBody(harness.client, harness.pro, { home_id: harness.home.id }),
      )
    ).body.id
  })

  const visitOf = async (caller: Caller) =>
    (await caller.get(`/api/bookings/${harness.id}/visit`)).body.visit
  const itemsOf = async (caller: Caller): Promise<Item[]> => (await visitOf(caller)).checklist
  const answerOf = ({ status, body }: { status: number; body: { code?: string } }) =>
    status === 200 ? '200' : `${status} ${body.code}`
  const press = (item: string, body: object, caller = harness.asPro, booking = harness.id) =>
    caller.put(`/api/bookings/${booking}/checklist/${item}`, body)
  const finish = async () =>
    harness.asPro.post(`/api/bookings/${harness.id}/stages`, { stage: 'finished' })
  const addPhoto = (
    fields: Record<string, string>,
    {
      person = harness.pro,
      booking = harness.id,
      headers = {},
    }: { person?: Person; booking?: string; headers?: Record<string, string> } = {},
  ) =>
    sendForm(
      harness.server,
      person,
      'POST',
      `/api/bookings/${booking}/photos`,
      { ...fields, image: harness.image },
      headers,
    )

  return { harness, visitOf, itemsOf, answerOf, press, finish, addPhoto }
}
