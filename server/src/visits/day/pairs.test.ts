// rule: photo-pairs
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { notifyOfVisit } from '#server/talk/kinds/visit-notices.ts'
import { move, requestBooking } from '#server/test/builders/booking.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import { START, HOUR_MS, hours, visitWorkHarness } from '#server/test/harness/visit-work-harness.ts'
import { copyPicture } from '#server/pictures/stored-picture.ts'
import { eraseWork, deleteOldWork } from './delete-work.ts'
import { deleteUnusedPairFiles } from './pairs.ts'

const { harness, visitOf, itemsOf, answerOf, press, finish, addPhoto } = visitWorkHarness()

describe('pairs', () => {
  let before: string
  let after: string
  beforeEach(async () => {
    await move(harness.server, harness.pro, harness.id, 'accepted')
    harness.now = hours(1)
    before = (await addPhoto({ moment: 'before' })).body.photo.file
    after = await addAfter()
  })

  /** Adds a copy of the picture before as the one after. Only its row matters here. */
  const addAfter = async (): Promise<string> => {
    const file = `private-${randomBytes(16).toString('hex')}.webp`
    await copyPicture(harness.server.context, before, file)
    await sql`insert into visit_photos (file, booking_id, moment, at, created_at)
      values (${file}, ${harness.id}::uuid, 'after', ${harness.now}, ${harness.now})`.execute(
      harness.server.db,
    )
    return file
  }
  const eventsOf = (kind: string) =>
    harness.server.db
      .selectFrom('events')
      .select('id')
      .where('subject_id', '=', harness.id)
      .where('kind', '=', kind)
      .execute()

  const ask = (caller = harness.asPro, body: object = { before, after }) =>
    caller.post(`/api/bookings/${harness.id}/pairs`, body)
  const answer = (pair: string, state: string, caller = harness.asClient) =>
    caller.put(`/api/pairs/${pair}`, { state })
  const shown = async (): Promise<{ before_url: string; after_url: string }[]> =>
    (await visitor(harness.server).get(`/api/professional/public-view/${harness.pro.id}`)).body
      .professional?.consented_pairs ?? []
  const stored = async () => {
    const names: string[] = []
    for await (const file of harness.server.context.files.list()) names.push(file.name)
    return names
  }

  test('are asked for after the visit, once, and refused otherwise', async () => {
    expect(answerOf(await ask())).toBe('409 visit_not_finished')
    await finish()
    expect((await visitOf(harness.asPro)).pairs_left).toBe(3)
    expect(answerOf(await ask(harness.asClient))).toBe('403 professionals_only')
    expect(
      answerOf(await ask(await as(harness.server, await buildProfessional(harness.server)))),
    ).toBe('404 booking_not_found')
    expect(answerOf(await ask(harness.asPro, { before: after, after: before }))).toBe(
      '404 image_not_found',
    )
    const asked = await Promise.all([ask(), ask(), ask()])
    expect(asked.map(answerOf).toSorted()).toEqual(['200', '409 pair_asked', '409 pair_asked'])
    const { pairs } = (await harness.asClient.get('/api/pairs')).body
    const events = await eventsOf('visit.pair_asked')
    for (const { id: event_id } of events) await notifyOfVisit(harness.server.context, { event_id })
    const { notices } = (await harness.asClient.get('/api/notices')).body
    expect(notices.map(({ title }: { title: string }) => title)).toContain(
      'May Grace show two photos of your home?',
    )
    expect(pairs).toMatchObject([
      {
        booking_id: harness.id,
        state: 'asked',
        service_type: 'standard',
        booking_date: '2026-12-01',
      },
    ])
    expect((await visitOf(harness.asClient)).pairs).toEqual(pairs)
    expect((await harness.asPro.get('/api/pairs')).body.pairs).toHaveLength(1)
    const stranger = await as(harness.server, await buildClient(harness.server))
    expect((await stranger.get('/api/pairs')).body).toEqual({ pairs: [] })
    expect(answerOf(await answer(pairs[0].id, 'allowed', stranger))).toBe('404 not_found')
    expect(answerOf(await answer(pairs[0].id, 'allowed', harness.asPro))).toBe('403 clients_only')
    expect(answerOf(await stranger.delete(`/api/pairs/${pairs[0].id}`))).toBe(
      '403 professionals_only',
    )
    expect(await shown()).toEqual([])
    // rule: visit-photos, visit-stages
    await harness.asPro.delete(`/api/bookings/${harness.id}/stages/finished`)
    const codes = []
    for (const file of [before, after, await addAfter()]) {
      codes.push((await harness.asClient.get(`/api/private-photos/${file}`)).status)
    }
    expect(codes).toEqual([200, 200, 404])
    await finish()

    // Taken back after a 'No': the same two stay asked for, and the pair counts.
    await answer(pairs[0].id, 'refused')
    await harness.asPro.delete(`/api/pairs/${pairs[0].id}`)
    expect((await visitOf(harness.asClient)).pairs).toEqual([])
    expect(answerOf(await ask())).toBe('409 pair_asked')
    expect(await eventsOf('visit.pair_asked')).toHaveLength(1)
    for (const next of [await addAfter(), await addAfter()]) {
      expect(answerOf(await ask(harness.asPro, { before, after: next }))).toBe('200')
    }
    const fourth = { before, after: await addAfter() }
    expect(answerOf(await ask(harness.asPro, fourth))).toBe('409 photos_full')
    expect(
      answerOf(await harness.asPro.delete(`/api/bookings/${harness.id}/photos/${before}`)),
    ).toBe('200')
    expect(await visitOf(harness.asPro)).toMatchObject({ pairs: [], pairs_left: 0 })
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
      const { status, headers } = await visitor(harness.server).get(url)
      expect([status, headers['cache-control']]).toEqual([200, 'public, no-cache'])
      expect([before, after].some((file) => url.includes(file.slice(8, 20)))).toBe(false)
    }
    expect(
      answerOf(await harness.asPro.delete(`/api/bookings/${harness.id}/photos/${before}`)),
    ).toBe('409 photo_published')

    // Readers that race the refusal: nobody who asks after its answer gets the photo.
    const readers = Array.from({ length: 8 }, () => visitor(harness.server).get(urls[0]!))
    const etag = (await visitor(harness.server).get(urls[0]!)).headers['etag'] as string
    expect(answerOf(await answer(pair, 'refused'))).toBe('200')
    expect((await visitor(harness.server).get(urls[0]!, { 'if-none-match': etag })).status).toBe(
      404,
    )
    for (const url of urls) {
      expect((await visitor(harness.server).get(url)).status).toBe(404)
      expect((await visitor(harness.server).get(url.replace('.webp', '-640.webp'))).status).toBe(
        404,
      )
    }
    for (const { status } of await Promise.all(readers)) expect([200, 404]).toContain(status)
    expect(await shown()).toEqual([])
    // Files that cannot be deleted stop no other one, also many of them, and the next run deletes them.
    const { files } = harness.server.context
    const { remove } = files
    const failing: string[] = []
    await sql`insert into pair_files (file, moment)
      select 'pair-' || lpad(n::text, 32, '0') || '.webp', 'before' from generate_series(1, 500) as n on conflict do nothing`.execute(
      harness.server.db,
    )
    files.remove = (name) => {
      const isOld = name.startsWith('pair-00000000')
      if (failing.length > 0 && !isOld) return remove.call(files, name)
      if (!isOld) failing.push(name)
      return Promise.reject(new Error('no answer'))
    }
    await deleteUnusedPairFiles(harness.server.context)
    files.remove = remove
    expect((await stored()).filter((name) => name.startsWith('pair-'))).toContain(failing[0])
    const waiting = harness.server.db.selectFrom('pair_files').select('file')
    const left = await waiting.where('pair_id', 'is', null).orderBy('file').execute()
    expect([left.length, left.at(-1)]).toEqual([501, { file: failing[0] }])
    await sql`delete from pair_files where file like 'pair-00000000%'`.execute(harness.server.db)
    await deleteUnusedPairFiles(harness.server.context)
    expect(await waiting.where('pair_id', 'is', null).execute()).toEqual([])
    const names = urls.map((url) => url.split('/').at(-1)!)
    expect((await stored()).filter((name) => names.includes(name))).toEqual([])

    // Back again, under new names; an answer against the taking back leaves nothing behind.
    await answer(pair, 'allowed')
    const [second] = await shown()
    expect(urls).not.toContain(second!.before_url)
    await answer(pair, 'refused')
    await Promise.all([answer(pair, 'allowed'), harness.asPro.delete(`/api/pairs/${pair}`)])
    expect(await shown()).toEqual([])
    await deleteUnusedPairFiles(harness.server.context)
    expect((await stored()).filter((name) => name.startsWith('pair-'))).toEqual([])
    expect(answerOf(await answer(pair, 'allowed'))).toBe('404 not_found')
  })

  test('are copied once, however many yeses arrive together', async () => {
    await finish()
    const pair = (await ask()).body.pair.id
    const { files } = harness.server.context
    const { put } = files
    const written = new Set<string>()
    files.put = async (name, bytes) => {
      written.add(name)
      return put.call(files, name, bytes)
    }
    const yeses = await Promise.all(Array.from({ length: 5 }, () => answer(pair, 'allowed')))
    files.put = put
    expect(new Set(yeses.map(answerOf))).toEqual(new Set(['200']))
    expect([...written].filter((name) => name.startsWith('pair-'))).toHaveLength(6)
    expect(await eventsOf('visit.pair_allowed')).toHaveLength(1)
    const [copy] = await shown()
    expect((await visitor(harness.server).get(copy!.before_url)).status).toBe(200)
    await answer(pair, 'refused')
    await deleteUnusedPairFiles(harness.server.context)
    expect((await stored()).filter((name) => written.has(name))).toEqual([])
  })

  test('are allowed ten times an hour, and refused as often as the client wants', async () => {
    await finish()
    const pair = (await ask()).body.pair.id
    const { config } = harness.server.context
    const scale = config.rateLimitScale
    Object.assign(config, { rateLimitScale: 1 })
    const yeses: string[] = []
    const noes: string[] = []
    for (let at = 0; at < 12; at++) {
      yeses.push(answerOf(await answer(pair, 'allowed')))
      noes.push(answerOf(await answer(pair, 'refused')))
    }
    Object.assign(config, { rateLimitScale: scale })
    expect(yeses).toEqual([...Array(10).fill('200'), ...Array(2).fill('429 too_many_requests')])
    expect(noes).toEqual(Array(12).fill('200'))
    expect(await eventsOf('visit.pair_allowed')).toHaveLength(10)
    await deleteUnusedPairFiles(harness.server.context)
    expect((await stored()).filter((name) => name.startsWith('pair-'))).toEqual([])
  })

  test('stay private when the client refuses while an earlier yes still copies the photos', async () => {
    await finish()
    const pair = (await ask()).body.pair.id
    await answer(pair, 'refused')
    const { files } = harness.server.context
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
    const [item] = await itemsOf(harness.asPro)
    await press(item!.id, { state: 'done' })
    const pair = (await ask()).body.pair.id
    await answer(pair, 'allowed')
    const left = async () => {
      const { photos, pairs, checklist } = await visitOf(await as(harness.server, harness.pro))
      return [photos.length, pairs.length, checklist.length]
    }
    const forgetAt = async (days: number) => {
      harness.now = new Date(+START + 2 * HOUR_MS + days * 24 * HOUR_MS + 1000)
      await deleteOldWork(harness.server.context)
    }
    await forgetAt(90)
    expect(await left()).toEqual([2, 1, 5])
    await answer(pair, 'refused', await as(harness.server, harness.client))
    harness.now = new Date(+harness.now - 2000)
    await deleteOldWork(harness.server.context)
    expect(await left()).toEqual([2, 1, 5])
    await forgetAt(90)
    expect(await left()).toEqual([0, 0, 5])
    const notes = async () =>
      harness.server.db
        .selectFrom('bookings')
        .select('notes')
        .where('id', '=', harness.id)
        .executeTakeFirstOrThrow()
    await harness.server.db
      .updateTable('bookings')
      .set({ notes: 'Two cats' })
      .where('id', '=', harness.id)
      .execute()
    await forgetAt(360)
    expect(await notes()).toEqual({ notes: 'Two cats' })
    await forgetAt(366)
    expect(await left()).toEqual([0, 0, 0])
    expect(await notes()).toEqual({ notes: '' })
    expect(
      await harness.server.db
        .selectFrom('checklist_marks')
        .selectAll()
        .where('booking_id', '=', harness.id)
        .execute(),
    ).toEqual([])
  })

  test('go in batches', async () => {
    const { db } = harness.server
    await sql`insert into photo_pairs (booking_id, state, asked_at)
      select ${harness.id}::uuid, 'withdrawn', ${harness.now} from generate_series(1, 501)`.execute(
      db,
    )
    await sql`create table deleted_pairs (count integer)`.execute(db)
    await sql`create function count_deleted_pairs() returns trigger language plpgsql security definer as $$
      begin insert into deleted_pairs select count(*) from gone; return null; end $$`.execute(db)
    await sql`create trigger count_deleted_pairs after delete on photo_pairs
      referencing old table as gone execute function count_deleted_pairs()`.execute(db)
    harness.now = new Date(+START + 92 * 24 * HOUR_MS)
    await deleteOldWork(harness.server.context)
    const { rows } = await sql<{ count: number }>`select * from deleted_pairs`.execute(db)
    await sql`drop function count_deleted_pairs cascade`.execute(db)
    await sql`drop table deleted_pairs`.execute(db)
    expect(rows).toEqual([{ count: 500 }, { count: 1 }])
  })

  test('and the copied rooms of a series go 12 months after its last visit, not while it runs', async () => {
    const weekly = {
      cleaning_frequency: 'weekly',
      series: {},
      booking_date: '2026-12-05',
      home_id: harness.home.id,
    }
    const request = await requestBooking(harness.server, harness.client, harness.pro, weekly)
    await move(harness.server, harness.pro, request, 'accepted')
    const rooms = async () =>
      harness.server.db
        .selectFrom('series')
        .select(['home_rooms', 'home_parking'])
        .where('request_id', '=', request)
        .executeTakeFirstOrThrow()
    const copied = await rooms()
    expect(copied.home_rooms).not.toBeNull()
    harness.now = new Date('2029-01-01T00:00:00Z')
    await deleteOldWork(harness.server.context)
    expect(await rooms()).toEqual(copied)
    await sql`update series set status = 'ended', next_date = null where request_id = ${request}::uuid`.execute(
      harness.server.db,
    )
    harness.now = new Date('2027-12-01T00:00:00Z')
    await deleteOldWork(harness.server.context)
    expect(await rooms()).toEqual(copied)
    harness.now = new Date('2029-01-01T00:00:00Z')
    await deleteOldWork(harness.server.context)
    expect(await rooms()).toEqual({ home_rooms: null, home_parking: null })
  })

  test.each(['client', 'professional'])('go with the account of the %s', async (side) => {
    await finish()
    await answer((await ask()).body.pair.id, 'allowed')
    const [shownPair] = await shown()
    await harness.server.db
      .transaction()
      .execute(async (tx) =>
        eraseWork(tx, side === 'client' ? harness.client.id : harness.pro.id, harness.now),
      )
    expect((await visitor(harness.server).get(shownPair!.before_url)).status).toBe(404)
    expect(await visitOf(harness.asPro)).toMatchObject({ photos: [], pairs: [] })
  })
})
