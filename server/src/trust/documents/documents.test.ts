// rule: document-checks, identity-documents, document-pages
import { readdir } from 'node:fs/promises'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { CONSENT_VERSION } from '#contract/trust/ssn.ts'
import { NOW } from '#server/test/builders/booking.ts'
import { buildClient, buildProfessional, buildUser } from '#server/test/builders/build.ts'
import { as } from '#server/test/call.ts'
import {
  approveDocuments,
  documentsOf,
  sendIdentity,
  sendInsurance,
} from '#server/test/builders/documents.ts'
import { photo } from '#server/test/builders/form.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

const DAY_MS = 86_400_000
const days = (count: number) => new Date(+NOW + count * DAY_MS)
const dayOf = (date: Date) => date.toISOString().slice(0, 10)

let server: TestServer
let now = NOW
let page: File
let ana: { id: string; slug: string }
beforeAll(async () => {
  server = await testServer({}, { now: () => now })
  page = await photo('page.jpg')
})
afterAll(() => server.close())
beforeEach(async () => {
  now = NOW
  ana = await buildProfessional(server, { user: { email: `ana.${Math.random()}@example.com` } })
})

const statusesOf = async ({ id }: { id: string }) => {
  const { body } = await (await as(server, { id })).get(`/api/professional/dashboard/${id}`)
  return [body.identity_status, body.insurance_status, body.may_send]
}
const written = async () => {
  const { rows } = await sql<{ checks: number; pages: number; people: number; cases: number }>`
    select (select count(*)::int from document_checks) as checks, (select count(*)::int from document_pages) as pages,
      (select count(*)::int from check_references) as people, (select count(*)::int from cases) as cases`.execute(
    server.db,
  )
  return rows[0]
}
const casesOf = ({ id }: { id: string }) =>
  server.db
    .selectFrom('cases')
    .select(['kind', 'state', 'subject_id'])
    .where('person_id', '=', id)
    .execute()
const pdf = new File([`%PDF-1.7\n${'x'.repeat(400)}`], 'passport.jpg', { type: 'image/jpeg' })

test('an identity document waits with its case and two references, and the same key answers the same', async () => {
  const key = { 'idempotency-key': ana.id }
  const first = await sendIdentity(server, ana, { document_expires_on: dayOf(NOW) }, key)
  expect([first.status, first.body]).toEqual([200, { identity_status: 'pending' }])
  const before = await written()
  const again = await sendIdentity(server, ana, { document_expires_on: dayOf(NOW) }, key)
  expect(again.body).toEqual(first.body)
  expect(await written()).toEqual(before)
  const check = await documentsOf(server, ana)
  expect(check).toMatchObject({
    kind: 'identity',
    state: 'pending',
    document_kind: 'passport',
    document_expires_on: dayOf(NOW),
    consent_version: CONSENT_VERSION,
    pages: 2,
  })
  expect(await casesOf(ana)).toEqual([{ kind: 'identity', state: 'open', subject_id: check.id }])
  expect(await statusesOf(ana)).toEqual(['pending', 'not_submitted', ['insurance']])
  expect((await sendIdentity(server, ana)).body.code).toBe('already_so')
})

test('an insurance waits beside it, and ends at its date', async () => {
  await sendIdentity(server, ana)
  const { status, body } = await sendInsurance(server, ana)
  expect([status, body]).toEqual([200, { insurance_status: 'pending' }])
  expect(await statusesOf(ana)).toEqual(['pending', 'pending', []])
  const { id } = await documentsOf(server, ana)
  const approve = () => approveDocuments(server, id)
  expect([await approve(), await approve()]).toEqual([{ seq: expect.any(Number) }, 'already'])
  expect(await statusesOf(ana)).toEqual(['pending', 'verified', []])
  expect((await documentsOf(server, ana)).expires_at).toEqual(new Date('2027-06-30T23:59:59.999Z'))
})

test.each([
  ['no photo', { pages: [] }, 'document_required'],
  ['a PDF with the name of a photo', { pages: pdf }, 'document_type'],
  ['a consent of before', { consent_version: '2020-01-01' }, 'consent_outdated'],
  ['a document that ended yesterday', { document_expires_on: dayOf(days(-1)) }, 'document_expired'],
  ['another kind of document', { document_kind: 'library_card' }, 'invalid_input'],
  ['no kind of document', { document_kind: '' }, 'invalid_input'],
  ['one reference', { reference_2_name: '' }, 'references_required'],
  ['no email', { reference_1_email: 'rosa' }, 'references_required'],
  ['one email', { reference_2_email: ' Rosa@Example.com' }, 'references_required'],
  ['one name', { reference_2_name: 'rosa  lima' }, 'references_required'],
] as const)('%s is refused, and nothing is written', async (_, changes, code) => {
  const before = await written()
  const { status, body } = await sendIdentity(server, ana, changes as never)
  expect([status, body.code]).toEqual([422, code])
  expect(await written()).toEqual(before)
})

test('the own address is no reference', async () => {
  const { email } = await server.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', ana.id)
    .executeTakeFirstOrThrow()
  const changes = { reference_2_email: email.toUpperCase() }
  expect((await sendIdentity(server, ana, changes)).body.code).toBe('references_required')
})

test.each([
  ['no insurer', { insurer: ' ' }, 'invalid_input'],
  ['no amount', { amount_dollars: '0' }, 'invalid_input'],
  ['half a dollar', { amount_dollars: '1.5' }, 'invalid_input'],
  ['an insurance that has ended', { expires_on: dayOf(days(-1)) }, 'document_expired'],
  ['no date', { expires_on: 'soon' }, 'date_invalid'],
  ['no photo', { pages: [] }, 'document_required'],
] as const)('an insurance with %s is refused', async (_, changes, code) => {
  const before = await written()
  const { status, body } = await sendInsurance(server, ana, changes as never)
  expect([status, body.code]).toEqual([422, code])
  expect(await written()).toEqual(before)
})

test('four pages are enough, and five too many', async () => {
  const five = await sendIdentity(server, ana, { pages: Array(5).fill(page) })
  expect([five.status, five.body.code]).toEqual([422, 'invalid_input'])
  expect((await sendIdentity(server, ana, { pages: Array(6).fill(page) })).status).toBe(422)
  expect((await sendIdentity(server, ana, { pages: Array(4).fill(page) })).status).toBe(200)
  expect((await documentsOf(server, ana)).pages).toBe(4)
})

test('a page has 10 MB and 25 megapixels at most, and is one of four kinds of photos', async () => {
  const limit = 10_485_760
  const padded = (size: number) => new File([page, new Uint8Array(size - page.size)], 'p.jpg')
  const refused = async (file: File) =>
    (await sendInsurance(server, ana, { pages: file })).body.code
  expect(await refused(padded(limit + 1))).toBe('document_too_large')
  const wide = { width: 5001, height: 5000, format: 'png' } as const
  expect(await refused(await photo('wide.png', wide))).toBe('image_too_large_to_open')
  expect(await refused(await photo('page.gif', { format: 'gif' }))).toBe('document_type')
  expect(await refused(new File([page.slice(0, 300)], 'cut.jpg'))).toBe('image_unreadable')
  const largest = { width: 5000, height: 5000, format: 'png' } as const
  const pages = [padded(limit), await photo('wide.png', largest)]
  for (const format of ['webp', 'avif'] as const) pages.push(await photo('page.jpg', { format }))
  expect((await sendInsurance(server, ana, { pages })).status).toBe(200)
}, 30_000)

test('only the professional submits, with a saved profile', async () => {
  const client = await buildClient(server)
  const unsaved = await buildUser(server, { role: 'professional' })
  const before = await written()
  for (const send of [sendIdentity, sendInsurance]) {
    const answers = [
      await send(server, null),
      await send(server, client),
      await send(server, ana, { user_id: client.id }),
      await send(server, unsaved),
    ]
    expect(answers.map(({ status, body }) => `${status} ${body.code}`)).toEqual([
      '401 not_signed_in',
      '403 not_yours',
      '403 not_yours',
      '409 complete_profile_first',
    ])
    const json = await (await as(server, ana)).post('/api/professional/verification/identity', {})
    expect([json.status, json.body.code]).toEqual([415, 'form_required'])
  }
  expect(await written()).toEqual(before)
})

test('of two at once one waits', async () => {
  const answers = await Promise.all([sendInsurance(server, ana), sendInsurance(server, ana)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
})

test('a page is stored sealed, bound to its place, and nowhere else', async () => {
  const noise = await sharp({
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
  await sendIdentity(server, ana, { pages: new File([new Uint8Array(noise)], 'page.jpg') })
  const { rows } = await sql<{ sealed: Buffer; key_id: string }>`
    select sealed, key_id from document_pages join document_checks on id = check_id
    where professional_id = ${ana.id}`.execute(server.db)
  expect(rows).toHaveLength(1)
  expect(rows[0]!.sealed.includes('WEBP')).toBe(false)
  const { uploadsDir, incomingDir } = server.context.config
  for (const folder of [uploadsDir, incomingDir])
    expect(await readdir(folder).catch(() => [])).toEqual([])
})
