// rule: access-details
import { sql } from 'kysely'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { logRequest } from '#server/compose.ts'
import { CURRENT_PASSWORD_HEADER } from '#contract/browser-names.ts'
import { hashPassword } from '#server/people/passwords/passwords.ts'
import { JOBS } from '#server/jobs.ts'
import { PASSWORD } from '#server/test/builders/account.ts'
import { AUSTIN_HOME, move, NOW, requestBooking } from '#server/test/builders/booking.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as } from '#server/test/call.ts'
import type { Caller } from '#server/test/call.ts'
import { photo, sendForm } from '#server/test/builders/form.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { emptyQueue, queuedJobs } from '#server/test/queue.ts'

const VALUES = {
  door_code: 'Zq7 gate marmalade',
  key_place: 'Zq7 beneath the heron',
  alarm: 'Zq7 disarm sextant',
  wifi: 'Zq7 lilac password',
}
const TEXTS = Object.values(VALUES)
/** Every way in which a value could be written. */
const spellingsOf = (text: string) => {
  const bytes = Buffer.from(text)
  // In base64 of something longer, a value begins at any of three places of a group.
  const inside = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .slice(4, 20),
  )
  return [text, encodeURIComponent(text), bytes.toString('hex'), ...inside]
}
const SPELLINGS = TEXTS.flatMap(spellingsOf)

const lines: string[] = []
let now = NOW
let server: TestServer
let quiet: TestServer
beforeAll(async () => {
  quiet = await testServer({}, { now: () => now })
  const options = { level: 'trace', serializers: { req: logRequest } }
  const log = pino(options, { write: (line: string) => void lines.push(line) })
  const context = { ...quiet.context, log }
  server = { ...quiet, context, app: await buildApp(context, { eventLoopDelayMsMax: Infinity }) }
})
afterAll(async () => {
  await server.app.close()
  await quiet.close()
})

/** Every row of every table but these, as text: bytes are hexadecimal. */
async function readAllRows(except: string[] = []): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
      and table_name <> all(${['zips', 'cities', 'places', ...except]})`.execute(server.db)
  const texts = []
  for (const { name } of tables) {
    const { rows } = await sql<{
      row: string
    }>`select t::text as row from ${sql.raw(name)} as t`.execute(server.db)
    texts.push(...rows.map(({ row }) => row))
  }
  return texts.join('\n')
}

async function readAllFiles(): Promise<string> {
  const folder = server.context.config.dataDir
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = names.filter((one) => one.isFile())
  const texts = await Promise.all(
    files.map((file) => readFile(join(file.parentPath, file.name), 'latin1')),
  )
  return texts.join('\n')
}

/** Runs every waiting job, and those that they enqueue. */
async function runJobs(): Promise<void> {
  for (let round = 0; round < 3; round++) {
    const jobs = await queuedJobs(server.db)
    await emptyQueue(server.db)
    for (const { job, payload } of jobs) await JOBS[job](server.context, payload as never)
  }
}

test('no value is in an answer for anybody else, a log, a row, a letter or a file, also when the command fails', async () => {
  const password_hash = await hashPassword(PASSWORD)
  const client = await buildClient(server, { password_hash })
  const pro = await buildProfessional(server, { user: { password_hash } })
  const [asClient, asPro] = [await as(server, client), await as(server, pro)]
  const confirmed = { [CURRENT_PASSWORD_HEADER]: encodeURIComponent(PASSWORD) }
  const { home } = (await asClient.post('/api/homes', AUSTIN_HOME)).body
  const answers: unknown[] = []
  const path = `/api/homes/${home.id}/access`
  const key = { 'idempotency-key': crypto.randomUUID() }
  answers.push(await asClient.put(path, VALUES, key), await asClient.put(path, VALUES, key))
  answers.push(await asClient.put(path, { alarm: `${VALUES.alarm} `.repeat(40) }))
  answers.push(await asClient.put(path, { ...VALUES, wifi: [VALUES.wifi] }))
  answers.push(await asPro.put(path, VALUES))
  const id = await requestBooking(server, client, pro, { home_id: home.id })
  await move(server, pro, id, 'accepted')
  now = new Date('2026-12-01T14:00:00Z')
  const ofVisit = `/api/bookings/${id}/access`
  const shown = [
    await asClient.post(`${path}/reveal`, {}, confirmed),
    await asPro.post(`${ofVisit}/view`, {}, key),
  ]
  for (const { status, body } of shown) expect([status, body]).toMatchObject([200, VALUES])
  answers.push(await asClient.post(`${path}/reveal`, {}))
  answers.push(
    await asClient.put(ofVisit, { open: false }),
    await asPro.post(`${ofVisit}/view`, {}),
  )
  const rowsWithJobs = await readAllRows()
  await runJobs()
  for (const caller of [asClient, asPro]) {
    for (const url of [
      '/api/homes',
      `/api/bookings/${id}/visit`,
      '/api/notices',
      `${path}/views`,
    ]) {
      answers.push(await caller.get(url))
    }
  }
  for (const [caller, { id: own }] of [
    [asClient, client],
    [asPro, pro],
  ] as const) {
    const { status, body } = await caller.get(`/api/users/${own}/export`, confirmed)
    expect(status).toBe(200)
    // The client's download is the third answer that has the values, and the third look in the log.
    expect(body.access_views).toHaveLength(own === client.id ? 3 : 1)
    expect(body.homes).toMatchObject(own === client.id ? [{ access_details: VALUES }] : [])
    answers.push(own === client.id ? { ...body, homes: [] } : body)
  }

  // The statement that holds the value fails, and is logged.
  await sql`alter table access_values rename column sealed to elsewhere`.execute(server.db)
  answers.push(await asClient.put(path, VALUES))
  await sql`alter table access_values rename column elsewhere to sealed`.execute(server.db)
  expect(answers.at(-1)).toMatchObject({ status: 500 })

  const places = {
    answers: JSON.stringify(answers),
    log: lines.join('\n'),
    rows: rowsWithJobs + (await readAllRows()),
    files: await readAllFiles(),
    letters: (await server.letters()).join('\n'),
  }
  expect(places.log).toContain('request failed')
  expect(places.rows).toContain(home.id)
  expect(places.files).toContain('first:')
  for (const [place, text] of Object.entries(places)) {
    const found = SPELLINGS.filter((spelling) => text.includes(spelling))
    expect([place, found]).toEqual([place, []])
  }
})

// rule: home-of-booking, home-photos, lead-locked
test('parking, notes of rooms and photos of a home reach its client and, from the acceptance on, the professional alone', async () => {
  now = NOW
  const password_hash = await hashPassword(PASSWORD)
  const confirmed = { [CURRENT_PASSWORD_HEADER]: encodeURIComponent(PASSWORD) }
  const client = await buildClient(server, { password_hash })
  const pro = await buildProfessional(server, { user: { password_hash } })
  const locked = await buildProfessional(server, { credits: 0, user: { password_hash } })
  const asClient = await as(server, client)
  const texts = { parking: 'Zq8 park behind the kiln', note: 'Zq8 the orchid is fragile' }
  const notes = 'Zq8 ring at the blue gate'
  const saved = await asClient.post('/api/homes', {
    ...AUSTIN_HOME,
    parking: texts.parking,
    rooms: [{ kind: 'bedroom', note: texts.note }],
  })
  const { id: home_id } = saved.body.home
  const image = await photo()
  const added = await sendForm(server, client, 'POST', `/api/homes/${home_id}/photos`, { image })
  const { file, url } = added.body.home.photos[0]
  const secrets = [...Object.values(texts), file.slice(0, file.indexOf('.'))]

  const answersTo = async (person: { id: string }, booking: string): Promise<string> => {
    const caller = await as(server, person)
    const urls = [
      `/api/bookings/${booking}`,
      `/api/bookings/${booking}/visit`,
      `/api/bookings/${booking}/agreement`,
      `/api/bookings/${booking}/calendar.ics`,
      `/api/bookings/professional/${person.id}`,
      `/api/professional/dashboard/${person.id}`,
      `/api/chat/conversations/${person.id}`,
      `/api/chat/messages/${client.id}/${person.id}`,
      `/api/homes/${home_id}`,
      '/api/notices',
    ]
    const answers = []
    for (const one of urls) answers.push(await caller.get(one))
    answers.push({ ...(await caller.get(url)), body: null })
    return JSON.stringify(answers)
  }
  const exportOf = async (person: { id: string }): Promise<string> => {
    const { status, body } = await (
      await as(server, person)
    ).get(`/api/users/${person.id}/export`, confirmed)
    expect(status).toBe(200)
    return JSON.stringify(body)
  }
  const foundIn = (text: string, wanted = secrets) =>
    wanted.filter((one) => spellingsOf(one).some((spelling) => text.includes(spelling)))

  const facts = { home_id, notes }
  const id = await requestBooking(server, client, pro, facts)
  const other = await requestBooking(server, client, locked, {
    ...facts,
    booking_date: '2026-12-02',
  })
  const before = {
    answers: await answersTo(pro, id),
    export: await exportOf(pro),
    strangers: await answersTo(locked, id),
  }
  for (const [place, text] of Object.entries(before))
    expect([place, foundIn(text)]).toEqual([place, []])
  const ofLocked = { answers: await answersTo(locked, other), export: await exportOf(locked) }
  expect(ofLocked.answers).toContain(other)
  expect(ofLocked.export).not.toContain(other)
  for (const [place, text] of Object.entries(ofLocked)) {
    expect([place, foundIn(text, [...secrets, notes])]).toEqual([place, []])
  }

  await move(server, pro, id, 'accepted')
  expect(foundIn(await answersTo(pro, id))).toEqual(secrets)
  expect(foundIn(await exportOf(pro))).toEqual(Object.values(texts))
  expect(foundIn(await exportOf(client))).toEqual(secrets)
  expect(foundIn((await answersTo(locked, id)) + (await exportOf(locked)))).toEqual([])
  const rows = await readAllRows(['homes', 'home_rooms', 'home_photos', 'bookings'])
  await runJobs()
  // The job that converts the photo has to name its file.
  expect(foundIn(rows, Object.values(texts))).toEqual([])

  // Now come texts and photos of the day of the visit, and of a problem. rule: visit-photos, problems
  now = new Date('2026-12-01T15:00:00Z')
  const [asPro, asLocked] = [await as(server, pro), await as(server, locked)]
  const words = {
    stage: 'Zq9 parked behind the lilac',
    task: 'Zq9 the shower leaks',
    statement: 'Zq9 the mirror has streaks',
    answer: 'Zq9 I shall wipe it again',
  }
  const ofVisit = `/api/bookings/${id}`
  const { visit } = (await asPro.get(`${ofVisit}/visit`)).body
  await asPro.post(`${ofVisit}/stages`, { stage: 'started', note: words.stage })
  const task = { state: 'skipped', note: words.task }
  await asPro.put(`${ofVisit}/checklist/${visit.checklist[0].id}`, task)
  const taken = { moment: 'before', image }
  const ofWork = (await sendForm(server, pro, 'POST', `${ofVisit}/photos`, taken)).body.photo
  await asPro.post(`${ofVisit}/stages`, { stage: 'finished' })
  const report = { kind: 'quality', statement: words.statement }
  const { problem } = (await asClient.post(`${ofVisit}/problems`, report)).body
  const ofProblem = `/api/problems/${problem.id}`
  const shown = await sendForm(server, client, 'POST', `${ofProblem}/photos`, { image })
  await asPro.put(`${ofProblem}/answer`, { statement: words.answer })
  const photos = [ofWork, ...shown.body.problem.photos]
  const ofDay = [
    ...Object.values(words),
    ...photos.map((one) => one.url.slice(one.url.lastIndexOf('/') + 1, one.url.lastIndexOf('.'))),
  ]
  const readDay = async (caller: Caller) => {
    const answers = [await caller.get(`${ofVisit}/visit`), await caller.get(ofProblem)]
    for (const one of photos) answers.push({ ...(await caller.get(one.url)), body: null })
    return JSON.stringify(answers)
  }
  for (const caller of [asClient, asPro])
    expect(foundIn(await readDay(caller), ofDay)).toEqual(ofDay)
  const ofStranger = [await readDay(asLocked), await answersTo(locked, id), await exportOf(locked)]
  expect(foundIn(ofStranger.join('\n'), ofDay)).toEqual([])
  const others = await readAllRows(['booking_stages', 'checklist_marks', 'problems'])
  expect(foundIn(others, Object.values(words))).toEqual([])
  await runJobs()
  const places = { log: lines.join('\n'), letters: (await server.letters()).join('\n') }
  for (const [place, text] of Object.entries(places))
    expect([place, foundIn(text, [...secrets, ...ofDay])]).toEqual([place, []])
}, 60_000)
