// rule: ssn-secrecy
import { readdir } from 'node:fs/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { logRequest } from '#server/compose.ts'
import { buildProfessional } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import { sendIdentity, sendInsurance } from '#server/test/builders/documents.ts'
import { photo, sendForm } from '#server/test/builders/form.ts'
import { buildOperator } from '#server/test/builders/operators.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

const NUMBER = '234567891'
/** Every way in which the number could be written. */
const SPELLINGS = [NUMBER, '234-56-7891', Buffer.from(NUMBER).toString('hex')]

const lines: string[] = []
let server: TestServer
let quiet: TestServer
beforeAll(async () => {
  quiet = await testServer({ VERIFICATION_MODE: 'manual' })
  const options = { level: 'trace', serializers: { req: logRequest } }
  const log = pino(options, { write: (line: string) => void lines.push(line) })
  const context = { ...quiet.context, log }
  server = { ...quiet, context, app: await buildApp(context) }
})
afterAll(async () => {
  await server.app.close()
  await quiet.close()
})

const profileFields = {
  full_name: 'Ana Souza',
  bio: 'Careful and on time.',
  hourly_rate: '42.50',
  services_offered: 'deep',
  service_areas: '78701',
}

/** A photo that no compression makes small. */
const noise = () =>
  sharp({
    create: {
      width: 600,
      height: 400,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .jpeg()
    .toBuffer()

/** Every row of every table, as text. */
async function readAllRows(): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
      and table_name not in ('zips', 'cities', 'places')`.execute(server.db)
  const texts = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await sql<{ row: string }>`
        select t::text as row from ${sql.raw(name)} as t`.execute(server.db)
      return rows.map(({ row }) => row).join('\n')
    }),
  )
  return texts.join('\n')
}

// rule: document-pages, rejection-notice
test('the bytes of a document are in no row, file or line of the log, also when an operator has seen and judged it', async () => {
  const carla = await buildProfessional(server)
  const noisy = new File([new Uint8Array(await noise())], 'page.jpg', { type: 'image/jpeg' })
  expect((await sendIdentity(server, carla, { pages: noisy })).status).toBe(200)
  expect((await sendInsurance(server, carla, { pages: noisy })).status).toBe(200)
  const olga = await buildOperator(server)
  const seen: Buffer[] = []
  const { cases } = (await olga.calls.get(`/api/operator/cases?person_id=${carla.id}`)).body
  expect(cases).toHaveLength(2)
  for (const { id, subject } of cases as { id: string; subject: { id: string } }[]) {
    await olga.calls.post(`/api/operator/cases/${id}/claim`, {})
    const url = `/api/operator/documents/${subject.id}/pages/1`
    const { rawPayload } = await server.app.inject({ url, headers: olga.headers })
    seen.push(rawPayload)
    const judged = `/api/operator/verifications/${subject.id}/notice`
    const body = { reason: 'document_unreadable', text: 'The photo is too dark to read.' }
    expect((await olga.calls.post(judged, body)).status).toBe(200)
  }
  const rows = await readAllRows()
  const logged = lines.join('\n')
  expect(rows).toContain(carla.id)
  for (const page of seen) {
    expect(page.subarray(8, 12).toString()).toBe('WEBP')
    for (const from of [100, 1000, page.length - 60]) {
      const part = page.subarray(from, from + 48)
      for (const text of [part.toString('hex'), part.toString('base64').slice(0, -2)]) {
        expect(rows).not.toContain(text)
        expect(logged).not.toContain(text)
      }
    }
  }
  // Base64 of a slice can begin at two other bytes; the header of each such picture is found in one of these.
  for (const header of ['UklGR', '52494646', 'WEBPVP8']) expect(logged).not.toContain(header)
  const { uploadsDir, incomingDir } = server.context.config
  for (const folder of [uploadsDir, incomingDir])
    expect(await readdir(folder).catch(() => [])).toEqual([])
})

test('a number is in no answer, log, error or row, from either entrance, also when the command fails', async () => {
  const [ana, bea] = [await buildProfessional(server), await buildProfessional(server)]
  const answers: unknown[] = []
  const submitNumber = async (user: { id: string }, number: string) => {
    const body = { user_id: user.id, social_security_number: number }
    answers.push(await (await as(server, user)).put('/api/professional/update-profile', body))
  }
  const save = async (user: { id: string }, ssn: string) => {
    const url = `/api/professional/profile/${user.id}`
    const fields = { ...profileFields, ssn, profile_image: await photo() }
    const key = { 'idempotency-key': crypto.randomUUID() }
    answers.push(await sendForm(server, user, 'PUT', url, fields, key))
  }
  for (const entrance of [submitNumber, save]) {
    for (const number of [NUMBER, '234-56-7891', `${NUMBER}0`]) {
      await entrance(ana, number)
      await entrance(bea, number)
    }
  }
  const caller = await as(server, ana)
  for (const url of [
    `/api/professional/profile/${ana.id}`,
    `/api/professional/dashboard/${ana.id}`,
    `/api/professional/public-view/${ana.id}`,
  ]) {
    answers.push(await caller.get(url))
  }
  const profile = await visitor(server).get(`/api/public/professional/${ana.slug}`)
  answers.push(profile)
  expect(JSON.stringify(profile.body)).not.toContain('ssn_last4')

  const rows = await readAllRows()
  expect(rows).toContain(ana.id)
  await sql`alter table verifications rename column ssn_sealed to elsewhere`.execute(server.db)
  await submitNumber(bea, '234567899')
  await submitNumber(ana, '234-56-7898')
  await sql`alter table verifications rename column elsewhere to ssn_sealed`.execute(server.db)
  expect(answers.at(-1)).toMatchObject({ status: 500 })

  const answerText = JSON.stringify(answers)
  const logged = lines.join('\n')
  expect(logged).toContain('request failed')
  const others = ['234567899', '234-56-7899', '234567898', '234-56-7898']
  for (const spelling of [...SPELLINGS, ...others]) {
    expect(answerText).not.toContain(spelling)
    expect(logged).not.toContain(spelling)
    expect(rows).not.toContain(spelling)
  }
})
