// rule: checklist, visit-photos, account-deletion
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { CURRENT_PASSWORD_HEADER } from '#contract/browser-names.ts'
import { hashPassword } from '#server/people/passwords/passwords.ts'
import { PASSWORD } from '#server/test/builders/account.ts'
import { move } from '#server/test/builders/booking.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import type { Caller } from '#server/test/call.ts'
import { runDueJobs } from '#server/test/run-due-jobs.ts'
import { HOUR_MS, hours, HOME, visitWorkHarness } from '#server/test/harness/visit-work-harness.ts'

const { harness, visitOf, itemsOf, answerOf, press, finish, addPhoto } = visitWorkHarness()

describe('the checklist', () => {
  test('is made of rooms, included tasks and extras at the acceptance, and the client sees states after the visit', async () => {
    expect(await itemsOf(harness.asClient)).toEqual([])
    await sql`insert into offers (professional_id, languages) values (${harness.pro.id}::uuid, '{en}')`.execute(
      harness.server.db,
    )
    await sql`insert into offer_services (professional_id, service_type, included)
      values (${harness.pro.id}::uuid, 'standard', '{dust,floors}')`.execute(harness.server.db)
    await move(harness.server, harness.pro, harness.id, 'accepted')
    // Later offers and homes do not reach it.
    await sql`update offer_services set included = null`.execute(harness.server.db)
    const [guests, garage] = harness.home.rooms
    expect(await itemsOf(harness.asPro)).toMatchObject([
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
    const [dust] = await itemsOf(harness.asPro)
    harness.now = hours(0)
    const done = await press(dust!.id, { state: 'done', note: 'Shelf was wet' })
    expect(done.body.item).toMatchObject({
      id: dust!.id,
      state: 'done',
      note: 'Shelf was wet',
      at: harness.now.toISOString(),
    })
    expect((await itemsOf(harness.asClient))[0]).toMatchObject({
      state: 'todo',
      note: '',
      at: null,
    })
    await finish()
    expect((await itemsOf(harness.asClient))[0]).toMatchObject({
      state: 'done',
      note: 'Shelf was wet',
    })
  })

  test('lets the later press win, by the clock of the phone, and keeps the note', async () => {
    await move(harness.server, harness.pro, harness.id, 'accepted')
    const [item] = await itemsOf(harness.asPro)
    harness.now = hours(2)
    // A clock that is three days wrong.
    const at = (minutesAgo: number) => ({
      pressed_at: new Date(+harness.now - 72 * HOUR_MS - minutesAgo * 60_000).toISOString(),
      sent_at: new Date(+harness.now - 72 * HOUR_MS).toISOString(),
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
    await move(harness.server, harness.pro, harness.id, 'accepted')
    const [dust] = await itemsOf(harness.asPro)
    await sql`insert into checklist_marks (booking_id, item_id, state, at)
      values (${harness.id}::uuid, ${dust!.id}::uuid, 'done', ${harness.now})`.execute(
      harness.server.db,
    )
    const [guests, garage] = harness.home.rooms
    const rooms = [
      { ...guests, name: 'Room of Ana' },
      { ...garage, do_not_enter: true },
    ]
    const { body } = await harness.asClient.put(`/api/homes/${harness.home.id}`, {
      ...HOME,
      rooms,
      version: harness.home.version,
    })
    await harness.asClient.post(`/api/bookings/${harness.id}/refresh-home`, {
      version: body.home.version,
    })
    const items = await itemsOf(harness.asPro)
    expect(items[0]).toMatchObject({ id: dust!.id, room: 'Room of Ana', state: 'done' })
    expect(items.map(({ room_id }) => room_id)).not.toContain(garage!.id)
  })

  test('refuses each wrong press, in order, and writes nothing', async () => {
    await move(harness.server, harness.pro, harness.id, 'accepted')
    const [item] = await itemsOf(harness.asPro)
    const stranger = await as(harness.server, await buildProfessional(harness.server))
    const tried = async (...args: Parameters<typeof press>) => answerOf(await press(...args))
    const done = { state: 'done' }
    harness.now = hours(-3)
    expect(await tried(item!.id, done, visitor(harness.server))).toBe('401 not_signed_in')
    expect(await tried(item!.id, done, harness.asClient)).toBe('403 only_professional_updates')
    expect(await tried(item!.id, { state: 'perfect' })).toBe('422 invalid_input')
    expect(await tried(item!.id, { state: 'done', note: 'n'.repeat(281) })).toBe(
      '422 invalid_input',
    )
    expect(await tried(item!.id, { state: 'done', pressed_at: hours(-76).toISOString() })).toBe(
      '422 stage_time_invalid',
    )
    expect(await tried(item!.id, done, stranger)).toBe('404 booking_not_found')
    expect(await tried(item!.id, done, harness.asPro, 'no-uuid')).toBe('404 booking_not_found')
    expect(await tried('no-uuid', done)).toBe('404 not_found')
    expect(await tried(harness.home.id, done)).toBe('404 not_found')
    harness.now = new Date(+hours(-3) - 1000)
    expect(await tried(item!.id, done)).toBe('409 stage_too_early')
    harness.now = new Date(+hours(26) + 1000)
    expect(await tried(item!.id, done)).toBe('409 stage_too_late')
    expect(
      await harness.server.db
        .selectFrom('checklist_marks')
        .selectAll()
        .where('booking_id', '=', harness.id)
        .execute(),
    ).toEqual([])
    harness.now = hours(26)
    expect(await tried(item!.id, done)).toBe('200')
    await sql`update bookings set status = 'cancelled' where id = ${harness.id}::uuid`.execute(
      harness.server.db,
    )
    expect(await tried(item!.id, done)).toBe('409 booking_already_moved')
  })
})

describe('photos of a visit', () => {
  beforeEach(async () => {
    await move(harness.server, harness.pro, harness.id, 'accepted')
    harness.now = hours(1)
  })

  test('open for the professional, for the client once it is finished, and for nobody else', async () => {
    const [item] = await itemsOf(harness.asPro)
    const headers = { 'idempotency-key': 'photo-1' }
    const first = await addPhoto({ moment: 'before', item_id: item!.id }, { headers })
    expect(first.status).toBe(200)
    const { file, url } = first.body.photo
    expect(first.body.photo).toEqual({
      file,
      url,
      moment: 'before',
      item_id: item!.id,
      at: harness.now.toISOString(),
    })
    expect(
      (await addPhoto({ moment: 'before', item_id: item!.id }, { headers })).body.photo.file,
    ).toBe(file)
    expect((await visitOf(harness.asPro)).photos).toEqual([first.body.photo])
    expect((await visitOf(harness.asClient)).photos).toEqual([])

    const seen = await harness.asPro.get(url)
    expect(seen.status).toBe(200)
    expect(seen.headers['cache-control']).toBe('private, no-store')
    expect((await harness.asPro.get(url.replace('.webp', '-240.webp'))).status).toBe(200)
    const others = [await buildClient(harness.server), await buildProfessional(harness.server)]
    for (const other of others)
      expect((await (await as(harness.server, other)).get(url)).status).toBe(404)
    expect((await visitor(harness.server).get(url)).status).toBe(401)
    expect((await visitor(harness.server).get(`/api/uploads/${file}`)).status).toBe(404)
    expect((await harness.asClient.get(url)).status).toBe(404)
    await finish()
    expect((await harness.asClient.get(url)).status).toBe(200)
    expect((await visitOf(harness.asClient)).photos).toHaveLength(1)
    const setStatus = (status: string) =>
      sql`update bookings set status = ${status}, final_cents = null where id = ${harness.id}::uuid`.execute(
        harness.server.db,
      )
    await setStatus('cancelled')
    expect((await harness.asClient.get(url)).status).toBe(404)
    await setStatus('accepted')

    const remove = (caller: Caller) => caller.delete(`/api/bookings/${harness.id}/photos/${file}`)
    expect(answerOf(await remove(harness.asClient))).toBe('403 only_professional_updates')
    expect(answerOf(await remove(await as(harness.server, others[1]!)))).toBe(
      '404 booking_not_found',
    )
    expect(answerOf(await remove(harness.asPro))).toBe('200')
    expect(answerOf(await remove(harness.asPro))).toBe('404 image_not_found')
    expect((await harness.asPro.get(url)).status).toBe(404)
  })

  test('are 20 at most, also when two arrive at once, and refused otherwise', async () => {
    const insert = (count: number) =>
      sql`insert into visit_photos (file, booking_id, moment, at, created_at)
      select 'private-' || md5(random()::text) || '.webp', ${harness.id}::uuid, 'before', ${harness.now}, ${harness.now}
      from generate_series(1, ${count})`.execute(harness.server.db)
    const tried = async (...args: Parameters<typeof addPhoto>) => answerOf(await addPhoto(...args))
    expect(await tried({ moment: 'before', item_id: harness.home.id })).toBe('404 not_found')
    expect(await tried({ moment: 'during' })).toBe('422 invalid_input')
    expect(await tried({ moment: 'after' }, { person: harness.client })).toBe(
      '403 only_professional_updates',
    )
    await insert(19)
    const both = await Promise.all([tried({ moment: 'after' }), tried({ moment: 'after' })])
    expect(both.toSorted()).toEqual(['200', '409 photos_full'])
    const { count } = await harness.server.db
      .selectFrom('visit_photos')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('booking_id', '=', harness.id)
      .executeTakeFirstOrThrow()
    expect(count).toBe('20')
  })
})

test('what a phone sends after the client deleted the account is kept without notes, items and photos', async () => {
  const { server, id } = harness
  await move(server, harness.pro, id, 'accepted')
  await sql`insert into booking_lines (booking_id, position, kind, extra, minutes, amount_cents)
    values (${id}::uuid, 1, 'extra', 'oven', 0, 0)`.execute(server.db)
  const item = (await itemsOf(harness.asPro)).find(({ task }) => task === 'oven')!
  harness.now = hours(3)
  const password_hash = await hashPassword(PASSWORD)
  await sql`update users set password_hash = ${password_hash} where id = ${harness.client.id}::uuid`.execute(
    server.db,
  )
  const left = await harness.asClient.delete(`/api/users/${harness.client.id}`, {
    [CURRENT_PASSWORD_HEADER]: encodeURIComponent(PASSWORD),
  })
  expect(left.status).toBe(200)
  const finished = await harness.asPro.post(`/api/bookings/${id}/stages`, {
    stage: 'finished',
    note: 'The key is under the mat',
  })
  expect(finished.body.visit.stages).toMatchObject([{ stage: 'finished', note: '' }])
  const done = { state: 'done', note: 'The dog sleeps in the kitchen' }
  expect(answerOf(await press(item.id, done))).toBe('409 booking_already_moved')
  expect(answerOf(await addPhoto({ moment: 'after' }))).toBe('409 booking_already_moved')
  const { rows } = await sql<{ kept: string }>`
    select note as kept from checklist_marks where booking_id = ${id}::uuid
    union all select file from visit_photos where booking_id = ${id}::uuid
    union all select note from booking_stages where booking_id = ${id}::uuid`.execute(server.db)
  expect(rows).toEqual([{ kept: '' }])
})

test('a photo that arrives while its professional deletes the account leaves no row and no file', async () => {
  const { server, pro, id } = harness
  const password_hash = await hashPassword(PASSWORD)
  await server.db.updateTable('users').set({ password_hash }).where('id', '=', pro.id).execute()
  await move(server, pro, id, 'accepted')
  harness.now = hours(1)
  // A visit that has begun stays when its professional leaves.
  await harness.asPro.post(`/api/bookings/${id}/stages`, { stage: 'started' })
  const names = async () => {
    const found: string[] = []
    for await (const { name } of server.context.files.list()) found.push(name)
    return found.filter((name) => name.startsWith('private-')).toSorted()
  }
  // Files of photos that earlier tests deleted would go meanwhile.
  await runDueJobs(server.context)
  const before = await names()
  const headers = { [CURRENT_PASSWORD_HEADER]: encodeURIComponent(PASSWORD) }
  const [left, ...uploads] = await Promise.all([
    harness.asPro.delete(`/api/users/${pro.id}`, headers),
    addPhoto({ moment: 'before' }),
    addPhoto({ moment: 'after' }),
    addPhoto({ moment: 'before' }),
  ])
  expect(left.status).toBe(200)
  for (const upload of uploads) {
    expect(answerOf(upload)).toMatch(/^(200|401 not_signed_in|404 booking_not_found)$/)
  }
  await runDueJobs(server.context)
  const rows = server.db.selectFrom('visit_photos').select('file').where('booking_id', '=', id)
  expect(await rows.execute()).toEqual([])
  expect(await names()).toEqual(before)
})
