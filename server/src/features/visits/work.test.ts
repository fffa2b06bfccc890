// rule: checklist, visit-photos, photo-pairs, public-pairs
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { notifyOfVisit } from '#server/features/notifications/visit-notices.ts'
import { NOW, bookingBody, move, requestBooking } from '#server/test/booking.ts'
import { buildClient, buildProfessional } from '#server/test/build.ts'
import { as, visitor } from '#server/test/call.ts'
import type { Caller } from '#server/test/call.ts'
import { photo, sendForm } from '#server/test/form.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { copyPicture } from '../media/stored-picture.ts'
import { eraseWork, forgetWork } from './forget-work.ts'
import { forgetPairs } from './pairs.ts'

type Person = { id: string }
type Item = {
  id: string
  room_id: string | null
  task: string
  state: string
  note: string
  at: string | null
}

/** 9:00 to 11:00 in Austin. */
const START = new Date('2026-12-01T15:00:00Z')
const HOUR_MS = 3_600_000
const hours = (count: number) => new Date(+START + count * HOUR_MS)

let server: TestServer
let now = NOW
let image: File
let client: Person
let pro: Person
let asClient: Caller
let asPro: Caller
let home: { id: string; version: number; rooms: { id: string; kind: string }[] }
let id: string

beforeAll(async () => {
  server = await testServer({}, { now: () => now })
  image = await photo()
})
afterAll(() => server.close())
beforeEach(async () => {
  now = NOW
  client = await buildClient(server)
  pro = await buildProfessional(server, { full_name: 'Grace Walker' })
  asClient = await as(server, client)
  asPro = await as(server, pro)
  home = (await asClient.post('/api/homes', HOME)).body.home
  id = (await asClient.post('/api/bookings', bookingBody(client, pro, { home_id: home.id }))).body
    .id
})

const HOME = {
  address: '100 Congress Ave',
  city: 'Austin',
  state: 'TX',
  zip_code: '78701',
  kind: 'house',
  bedrooms: 1,
  bathrooms: 1,
  rooms: [
    { kind: 'bedroom', name: 'Guests', important: true },
    { kind: 'garage', name: '' },
    { kind: 'office', name: 'Study', do_not_enter: true },
  ],
}
const visitOf = async (caller: Caller) => (await caller.get(`/api/bookings/${id}/visit`)).body.visit
const itemsOf = async (caller: Caller): Promise<Item[]> => (await visitOf(caller)).checklist
const answerOf = ({ status, body }: { status: number; body: { code?: string } }) =>
  status === 200 ? '200' : `${status} ${body.code}`
const press = (item: string, body: object, caller = asPro, booking = id) =>
  caller.put(`/api/bookings/${booking}/checklist/${item}`, body)
const finish = async () => asPro.post(`/api/bookings/${id}/stages`, { stage: 'finished' })
const addPhoto = (
  fields: Record<string, string>,
  {
    person = pro,
    booking = id,
    headers = {},
  }: { person?: Person; booking?: string; headers?: Record<string, string> } = {},
) =>
  sendForm(server, person, 'POST', `/api/bookings/${booking}/photos`, { ...fields, image }, headers)

describe('the checklist', () => {
  test('is made of rooms, included tasks and extras at the acceptance, and the client sees states after the visit', async () => {
    expect(await itemsOf(asClient)).toEqual([])
    await sql`insert into offers (professional_id, languages) values (${pro.id}::uuid, '{en}')`.execute(
      server.db,
    )
    await sql`insert into offer_services (professional_id, service_type, included)
      values (${pro.id}::uuid, 'standard', '{dust,floors}')`.execute(server.db)
    await move(server, pro, id, 'accepted')
    // Later offers and homes do not reach it.
    await sql`update offer_services set included = null`.execute(server.db)
    const [guests, garage] = home.rooms
    expect(await itemsOf(asPro)).toMatchObject([
      {
        room_id: guests!.id,
        room: 'Guests',
        room_kind: 'bedroom',
        task: 'dust',
        important: true,
        state: 'todo',
        note: '',
        at: null,
      },
      { room_id: guests!.id, task: 'floors' },
      { room_id: garage!.id, room: '', task: 'floors', important: false },
    ])
    const [dust] = await itemsOf(asPro)
    now = hours(0)
    const done = await press(dust!.id, { state: 'done', note: 'Shelf was wet' })
    expect(done.body.item).toMatchObject({
      id: dust!.id,
      state: 'done',
      note: 'Shelf was wet',
      at: now.toISOString(),
    })
    expect((await itemsOf(asClient))[0]).toMatchObject({ state: 'todo', note: '', at: null })
    await finish()
    expect((await itemsOf(asClient))[0]).toMatchObject({ state: 'done', note: 'Shelf was wet' })
  })

  test('lets the later press win, by the clock of the phone, and keeps the note', async () => {
    await move(server, pro, id, 'accepted')
    const [item] = await itemsOf(asPro)
    now = hours(2)
    // A clock that is three days wrong.
    const at = (minutesAgo: number) => ({
      pressed_at: new Date(+now - 72 * HOUR_MS - minutesAgo * 60_000).toISOString(),
      sent_at: new Date(+now - 72 * HOUR_MS).toISOString(),
    })
    await press(item!.id, { state: 'done', note: 'Fine', ...at(10) })
    const older = await press(item!.id, { state: 'skipped', note: 'No', ...at(20) })
    expect(older.body.item).toMatchObject({
      state: 'done',
      note: 'Fine',
      at: hours(2 - 1 / 6).toISOString(),
    })
    const later = await press(item!.id, { state: 'todo', ...at(5) })
    expect(later.body.item).toMatchObject({ state: 'todo', note: 'Fine' })
  })

  test('keeps states by room and task when the home is copied again', async () => {
    await move(server, pro, id, 'accepted')
    const [dust] = await itemsOf(asPro)
    await sql`insert into checklist_marks (booking_id, item_id, state, at)
      values (${id}::uuid, ${dust!.id}::uuid, 'done', ${now})`.execute(server.db)
    const [guests, garage] = home.rooms
    const rooms = [
      { ...guests, name: 'Room of Ana' },
      { ...garage, do_not_enter: true },
    ]
    const { body } = await asClient.put(`/api/homes/${home.id}`, {
      ...HOME,
      rooms,
      version: home.version,
    })
    await asClient.post(`/api/bookings/${id}/refresh-home`, { version: body.home.version })
    const items = await itemsOf(asPro)
    expect(items[0]).toMatchObject({ id: dust!.id, room: 'Room of Ana', state: 'done' })
    expect(items.map(({ room_id }) => room_id)).not.toContain(garage!.id)
  })

  test('refuses each wrong press, in order, and writes nothing', async () => {
    await move(server, pro, id, 'accepted')
    const [item] = await itemsOf(asPro)
    const stranger = await as(server, await buildProfessional(server))
    const tried = async (...args: Parameters<typeof press>) => answerOf(await press(...args))
    const done = { state: 'done' }
    now = hours(-3)
    expect(await tried(item!.id, done, visitor(server))).toBe('401 not_signed_in')
    expect(await tried(item!.id, done, asClient)).toBe('403 only_professional_updates')
    expect(await tried(item!.id, { state: 'perfect' })).toBe('422 invalid_input')
    expect(await tried(item!.id, { state: 'done', note: 'n'.repeat(281) })).toBe(
      '422 invalid_input',
    )
    expect(await tried(item!.id, { state: 'done', pressed_at: hours(-76).toISOString() })).toBe(
      '422 stage_time_invalid',
    )
    expect(await tried(item!.id, done, stranger)).toBe('404 booking_not_found')
    expect(await tried(item!.id, done, asPro, 'no-uuid')).toBe('404 booking_not_found')
    expect(await tried('no-uuid', done)).toBe('404 not_found')
    expect(await tried(home.id, done)).toBe('404 not_found')
    now = new Date(+hours(-3) - 1000)
    expect(await tried(item!.id, done)).toBe('409 stage_too_early')
    now = new Date(+hours(26) + 1000)
    expect(await tried(item!.id, done)).toBe('409 stage_too_late')
    expect(
      await server.db
        .selectFrom('checklist_marks')
        .selectAll()
        .where('booking_id', '=', id)
        .execute(),
    ).toEqual([])
    now = hours(26)
    expect(await tried(item!.id, done)).toBe('200')
    await sql`update bookings set status = 'cancelled' where id = ${id}::uuid`.execute(server.db)
    expect(await tried(item!.id, done)).toBe('409 booking_already_moved')
  })
})

describe('photos of a visit', () => {
  beforeEach(async () => {
    await move(server, pro, id, 'accepted')
    now = hours(1)
  })

  test('open for the professional, for the client once it is finished, and for nobody else', async () => {
    const [item] = await itemsOf(asPro)
    const headers = { 'idempotency-key': 'photo-1' }
    const first = await addPhoto({ moment: 'before', item_id: item!.id }, { headers })
    expect(first.status).toBe(200)
    const { file, url } = first.body.photo
    expect(first.body.photo).toEqual({
      file,
      url,
      moment: 'before',
      item_id: item!.id,
      at: now.toISOString(),
    })
    expect(
      (await addPhoto({ moment: 'before', item_id: item!.id }, { headers })).body.photo.file,
    ).toBe(file)
    expect((await visitOf(asPro)).photos).toEqual([first.body.photo])
    expect((await visitOf(asClient)).photos).toEqual([])

    const seen = await asPro.get(url)
    expect(seen.status).toBe(200)
    expect(seen.headers['cache-control']).toBe('private, no-store')
    expect((await asPro.get(url.replace('.webp', '-240.webp'))).status).toBe(200)
    const others = [await buildClient(server), await buildProfessional(server)]
    for (const other of others) expect((await (await as(server, other)).get(url)).status).toBe(404)
    expect((await visitor(server).get(url)).status).toBe(401)
    expect((await visitor(server).get(`/api/uploads/${file}`)).status).toBe(404)
    expect((await asClient.get(url)).status).toBe(404)
    await finish()
    expect((await asClient.get(url)).status).toBe(200)
    expect((await visitOf(asClient)).photos).toHaveLength(1)

    const remove = (caller: Caller) => caller.delete(`/api/bookings/${id}/photos/${file}`)
    expect(answerOf(await remove(asClient))).toBe('403 only_professional_updates')
    expect(answerOf(await remove(await as(server, others[1]!)))).toBe('404 booking_not_found')
    expect(answerOf(await remove(asPro))).toBe('200')
    expect(answerOf(await remove(asPro))).toBe('404 image_not_found')
    expect((await asPro.get(url)).status).toBe(404)
  })

  test('are 20 at most, also when two arrive at once, and refused otherwise', async () => {
    const insert = (count: number) =>
      sql`insert into visit_photos (file, booking_id, moment, at, created_at)
      select 'private-' || md5(random()::text) || '.webp', ${id}::uuid, 'before', ${now}, ${now}
      from generate_series(1, ${count})`.execute(server.db)
    const tried = async (...args: Parameters<typeof addPhoto>) => answerOf(await addPhoto(...args))
    expect(await tried({ moment: 'before', item_id: home.id })).toBe('404 not_found')
    expect(await tried({ moment: 'during' })).toBe('422 invalid_input')
    expect(await tried({ moment: 'after' }, { person: client })).toBe(
      '403 only_professional_updates',
    )
    await insert(19)
    const both = await Promise.all([tried({ moment: 'after' }), tried({ moment: 'after' })])
    expect(both.toSorted()).toEqual(['200', '409 photos_full'])
    const { count } = await server.db
      .selectFrom('visit_photos')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('booking_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(count).toBe('20')
  })
})

describe('pairs', () => {
  let before: string
  let after: string
  beforeEach(async () => {
    await move(server, pro, id, 'accepted')
    now = hours(1)
    before = (await addPhoto({ moment: 'before' })).body.photo.file
    // The same picture again: what matters here is its row.
    after = (await copyPicture(server.context, before, 'private-'))!
    await sql`insert into visit_photos (file, booking_id, moment, at, created_at)
      values (${after}, ${id}::uuid, 'after', ${now}, ${now})`.execute(server.db)
  })

  const ask = (caller = asPro, body: object = { before, after }) =>
    caller.post(`/api/bookings/${id}/pairs`, body)
  const answer = (pair: string, state: string, caller = asClient) =>
    caller.put(`/api/pairs/${pair}`, { state })
  const shown = async (): Promise<{ before_url: string; after_url: string }[]> =>
    (await visitor(server).get(`/api/professional/public-view/${pro.id}`)).body.professional
      ?.consented_pairs ?? []
  const stored = async () => {
    const names: string[] = []
    for await (const file of server.context.files.list()) names.push(file.name)
    return names
  }

  test('are asked for after the visit, once, and refused otherwise', async () => {
    expect(answerOf(await ask())).toBe('409 visit_not_finished')
    await finish()
    expect(answerOf(await ask(asClient))).toBe('403 professionals_only')
    expect(answerOf(await ask(await as(server, await buildProfessional(server))))).toBe(
      '404 booking_not_found',
    )
    expect(answerOf(await ask(asPro, { before: after, after: before }))).toBe('404 image_not_found')
    const asked = await Promise.all([ask(), ask(), ask()])
    expect(asked.map(answerOf).toSorted()).toEqual(['200', '409 pair_asked', '409 pair_asked'])
    const { pairs } = (await asClient.get('/api/pairs')).body
    const events = await server.db
      .selectFrom('events')
      .select('id')
      .where('subject_id', '=', id)
      .where('kind', '=', 'visit.pair_asked')
      .execute()
    for (const { id: event_id } of events) await notifyOfVisit(server.context, { event_id })
    const { notices } = (await asClient.get('/api/notices')).body
    expect(notices.map(({ title }: { title: string }) => title)).toContainEqual(
      expect.stringMatching(/^May Grace .* show two photos of your home\?$/),
    )
    expect(pairs).toMatchObject([
      { booking_id: id, state: 'asked', service_type: 'standard', booking_date: '2026-12-01' },
    ])
    expect((await visitOf(asClient)).pairs).toEqual(pairs)
    expect((await asPro.get('/api/pairs')).body.pairs).toHaveLength(1)
    const stranger = await as(server, await buildClient(server))
    expect((await stranger.get('/api/pairs')).body).toEqual({ pairs: [] })
    for (const caller of [stranger, asPro]) {
      expect(answerOf(await answer(pairs[0].id, 'allowed', caller))).toBe('404 not_found')
    }
    expect(answerOf(await stranger.delete(`/api/pairs/${pairs[0].id}`))).toBe(
      '403 professionals_only',
    )
    expect(await shown()).toEqual([])

    // Taken back and asked again: three times in all.
    await asPro.delete(`/api/pairs/${pairs[0].id}`)
    expect((await visitOf(asClient)).pairs).toEqual([])
    const second = (await ask()).body.pair.id
    await asPro.delete(`/api/pairs/${second}`)
    expect(answerOf(await ask())).toBe('200')
    expect(answerOf(await asPro.delete(`/api/bookings/${id}/photos/${before}`))).toBe('200')
    expect((await visitOf(asPro)).pairs).toEqual([])
    expect(answerOf(await ask())).toBe('404 image_not_found')
  })

  test('are public while the client allows them, under other names, and 404 at once when they refuse', async () => {
    await finish()
    const pair = (await ask()).body.pair.id
    await Promise.all([answer(pair, 'allowed'), answer(pair, 'allowed')])
    const [first] = await shown()
    expect(first).toMatchObject({ service_type: 'standard', month: '2026-12' })
    expect(Object.keys(first!).toSorted()).toEqual([
      'after_url',
      'before_url',
      'month',
      'service_type',
    ])
    const urls = [first!.before_url, first!.after_url]
    for (const url of urls) {
      const { status, headers } = await visitor(server).get(url)
      expect([status, headers['cache-control']]).toEqual([200, 'public, no-cache'])
      expect([before, after].some((file) => url.includes(file.slice(8, 20)))).toBe(false)
    }
    expect(answerOf(await asPro.delete(`/api/bookings/${id}/photos/${before}`))).toBe(
      '409 photo_published',
    )

    // Readers that race the refusal: nobody who asks after its answer gets the photo.
    const readers = Array.from({ length: 8 }, () => visitor(server).get(urls[0]!))
    const etag = (await visitor(server).get(urls[0]!)).headers['etag'] as string
    expect(answerOf(await answer(pair, 'refused'))).toBe('200')
    expect((await visitor(server).get(urls[0]!, { 'if-none-match': etag })).status).toBe(404)
    for (const url of urls) {
      expect((await visitor(server).get(url)).status).toBe(404)
      expect((await visitor(server).get(url.replace('.webp', '-640.webp'))).status).toBe(404)
    }
    for (const { status } of await Promise.all(readers)) expect([200, 404]).toContain(status)
    expect(await shown()).toEqual([])
    await forgetPairs(server.context)
    const names = urls.map((url) => url.split('/').at(-1)!)
    expect((await stored()).filter((name) => names.includes(name))).toEqual([])

    // Back again, under new names; an answer against the taking back leaves nothing behind.
    await answer(pair, 'allowed')
    const [second] = await shown()
    expect(urls).not.toContain(second!.before_url)
    await answer(pair, 'refused')
    await Promise.all([answer(pair, 'allowed'), asPro.delete(`/api/pairs/${pair}`)])
    expect(await shown()).toEqual([])
    await forgetPairs(server.context)
    expect((await stored()).filter((name) => name.startsWith('pair-'))).toEqual([])
    expect(answerOf(await answer(pair, 'allowed'))).toBe('404 not_found')
  })

  test('stay private when the client refuses while an earlier yes still copies the photos', async () => {
    await finish()
    const pair = (await ask()).body.pair.id
    await answer(pair, 'refused')
    const { files } = server.context
    const { put } = files
    const begun = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    files.put = async (...file) => {
      begun.resolve()
      await gate.promise
      return put.apply(files, file)
    }
    const yes = answer(pair, 'allowed')
    await begun.promise
    expect(answerOf(await answer(pair, 'refused'))).toBe('200')
    files.put = put
    gate.resolve()
    expect((await yes).body.pair.state).toBe('refused')
    expect(await shown()).toEqual([])
    expect((await stored()).filter((name) => name.startsWith('pair-'))).toEqual([])
  })

  test('go 90 days after the visit with their photos, unless they are allowed; rooms and presses after 12 months', async () => {
    await finish()
    const [item] = await itemsOf(asPro)
    await press(item!.id, { state: 'done' })
    const pair = (await ask()).body.pair.id
    await answer(pair, 'allowed')
    const left = async () => {
      const { photos, pairs, checklist } = await visitOf(await as(server, pro))
      return [photos.length, pairs.length, checklist.length]
    }
    const forgetAt = async (days: number) => {
      now = new Date(+START + 2 * HOUR_MS + days * 24 * HOUR_MS + 1000)
      await forgetWork(server.context)
    }
    await forgetAt(90)
    expect(await left()).toEqual([2, 1, 5])
    await answer(pair, 'refused', await as(server, client))
    now = new Date(+now - 2000)
    await forgetWork(server.context)
    expect(await left()).toEqual([2, 1, 5])
    await forgetAt(90)
    expect(await left()).toEqual([0, 0, 5])
    const notes = async () =>
      server.db
        .selectFrom('bookings')
        .select('notes')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    await server.db
      .updateTable('bookings')
      .set({ notes: 'Two cats' })
      .where('id', '=', id)
      .execute()
    await forgetAt(360)
    expect(await notes()).toEqual({ notes: 'Two cats' })
    await forgetAt(366)
    expect(await left()).toEqual([0, 0, 0])
    expect(await notes()).toEqual({ notes: '' })
    expect(
      await server.db
        .selectFrom('checklist_marks')
        .selectAll()
        .where('booking_id', '=', id)
        .execute(),
    ).toEqual([])
  })

  test('and the copied rooms of a series go 12 months after its last visit, not while it goes on', async () => {
    const weekly = {
      cleaning_frequency: 'weekly',
      series: {},
      booking_date: '2026-12-05',
      home_id: home.id,
    }
    const request = await requestBooking(server, client, pro, weekly)
    await move(server, pro, request, 'accepted')
    const rooms = async () =>
      server.db
        .selectFrom('series')
        .select(['home_rooms', 'home_parking'])
        .where('request_id', '=', request)
        .executeTakeFirstOrThrow()
    const copied = await rooms()
    expect(copied.home_rooms).not.toBeNull()
    now = new Date('2029-01-01T00:00:00Z')
    await forgetWork(server.context)
    expect(await rooms()).toEqual(copied)
    await sql`update series set status = 'ended', next_date = null where request_id = ${request}::uuid`.execute(
      server.db,
    )
    now = new Date('2027-12-01T00:00:00Z')
    await forgetWork(server.context)
    expect(await rooms()).toEqual(copied)
    now = new Date('2029-01-01T00:00:00Z')
    await forgetWork(server.context)
    expect(await rooms()).toEqual({ home_rooms: null, home_parking: null })
  })

  test.each(['client', 'professional'])('go with the account of the %s', async (side) => {
    await finish()
    await answer((await ask()).body.pair.id, 'allowed')
    const [shownPair] = await shown()
    await server.db
      .transaction()
      .execute(async (tx) => eraseWork(tx, side === 'client' ? client.id : pro.id, now))
    expect((await visitor(server).get(shownPair!.before_url)).status).toBe(404)
    expect(await visitOf(asPro)).toMatchObject({ photos: [], pairs: [] })
  })
})
