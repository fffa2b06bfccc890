// rule: document-pages
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { JOBS } from '#server/jobs.ts'
import { auditEntries } from '#server/test/audit.ts'
import { NOW } from '#server/test/builders/booking.ts'
import { buildProfessional } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import {
  approveDocuments,
  documentsOf,
  sendIdentity,
  sendInsurance,
} from '#server/test/builders/documents.ts'
import { buildOperator } from '#server/test/builders/operators.ts'
import type { TestOperator } from '#server/test/builders/operators.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { loadKeys, newKey } from '#server/settings/sealing-keys.ts'
import { lookAtPage } from './look-at-page.ts'
import { sendNotice } from '../verification/rejection-notice.ts'
import { rotateKeys } from './rotate-keys.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const [HASH, OLD, NEW] = [newKey(), newKey(), newKey()]

let server: TestServer
let now = NOW
let olga: TestOperator
let ana: { id: string }
let checkId: string
beforeAll(async () => {
  const VERIFICATION_KEYS = `hash:${HASH},old:${OLD}`
  server = await testServer({ VERIFICATION_KEYS }, { now: () => now })
})
afterAll(() => server.close())
beforeEach(async () => {
  now = NOW
  olga = await buildOperator(server)
  ana = await buildProfessional(server)
  await sendIdentity(server, ana)
  checkId = (await documentsOf(server, ana)).id
})

const caseOf = async (id = checkId) =>
  server.db.selectFrom('cases').select('id').where('subject_id', '=', id).executeTakeFirstOrThrow()
const move = async (by: TestOperator, what: 'claim' | 'release') =>
  by.calls.post(`/api/operator/cases/${(await caseOf()).id}/${what}`, {})
const look = (by: TestOperator, { id = checkId, page = '1' } = {}) =>
  server.app.inject({
    method: 'GET',
    url: `/api/operator/documents/${id}/pages/${page}`,
    headers: by.headers,
  })
const looks = async () =>
  (await auditEntries(server, { id: checkId })).filter(({ action }) => action === 'document_viewed')
const pageCount = async (id = checkId) =>
  (await server.db.selectFrom('document_pages').select('page').where('check_id', '=', id).execute())
    .length
const erase = async (at: number) => {
  now = new Date(at)
  await JOBS['erase-documents'](server.context, {})
}
const approve = () => approveDocuments(server, checkId)

test('the operator who holds the case looks at a page while it waits, and each look is in the audit log', async () => {
  expect((await look(olga)).statusCode).toBe(404)
  await move(olga, 'claim')
  const answer = await look(olga, { page: '2' })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'image/webp; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'content-disposition': 'inline; filename="page-2.webp"',
  })
  expect(answer.rawPayload.subarray(8, 12).toString()).toBe('WEBP')
  expect(await looks()).toMatchObject([{ operator: olga.id, after: { page: 2 } }])
  const { facts } = (await olga.calls.get(`/api/operator/cases/${(await caseOf()).id}`)).body.case
  expect(facts.documents).toEqual([{ id: checkId, pages: 2, kind: 'passport' }])

  const other = await buildProfessional(server)
  await sendInsurance(server, other)
  const others = (await documentsOf(server, other)).id
  for (const place of [
    { page: '3' },
    { page: '0' },
    { page: '01' },
    { page: 'x' },
    { id: others },
    { id: 'nothing' },
  ])
    expect((await look(olga, place)).statusCode).toBe(404)
  expect((await look(await buildOperator(server))).statusCode).toBe(404)
  await move(olga, 'release')
  expect((await look(olga)).statusCode).toBe(404)
  await move(olga, 'claim')
  await approve()
  expect((await look(olga)).statusCode).toBe(404)
  expect(await looks()).toHaveLength(1)
})

test('nobody else looks, and an operator confirms first', async () => {
  await move(olga, 'claim')
  const path = `/api/operator/documents/${checkId}/pages/1`
  for (const caller of [visitor(server), await as(server, ana)])
    expect((await caller.get(path)).status).toBe(401)
  now = new Date(+NOW + 11 * 60_000)
  expect((await olga.calls.get(path)).body.code).toBe('confirm_first')
  expect(await looks()).toEqual([])
})

test('a page at the place of another cannot be opened', async () => {
  await move(olga, 'claim')
  await sql`
    with pages as (select page, sealed from document_pages where check_id = ${checkId})
    update document_pages set sealed = pages.sealed from pages
    where check_id = ${checkId} and document_pages.page <> pages.page`.execute(server.db)
  expect((await look(olga)).statusCode).toBe(500)
  expect(await looks()).toEqual([])
})

test('pages go 24 hours after the approval, never sooner', async () => {
  await approve()
  await erase(+NOW + 24 * HOUR_MS - 1)
  expect(await pageCount()).toBe(2)
  await erase(+NOW + 24 * HOUR_MS)
  expect(await pageCount()).toBe(0)
  await erase(+NOW + 25 * HOUR_MS)
  expect((await documentsOf(server, ana)).state).toBe('approved')
})

test('pages go 30 days after a rejection stands', async () => {
  const notice = {
    kind: 'identity',
    reason: 'document_false',
    doneBy: 'cli:olga',
    at: NOW,
  } as const
  const text = 'The photo was changed.'
  await server.db.transaction().execute((tx) => sendNotice(tx, ana.id, { ...notice, text }))
  now = new Date(+NOW + 7 * DAY_MS)
  await JOBS['stand-rejections'](server.context, {})
  expect((await documentsOf(server, ana)).state).toBe('rejected')
  await erase(+NOW + 37 * DAY_MS - 1)
  expect(await pageCount()).toBe(2)
  await erase(+NOW + 37 * DAY_MS)
  expect(await pageCount()).toBe(0)
})

test('without a decision pages go after 30 days, and the submission with its case ends', async () => {
  await erase(+NOW + 30 * DAY_MS - 1)
  expect(await pageCount()).toBe(2)
  await erase(+NOW + 30 * DAY_MS)
  expect(await pageCount()).toBe(0)
  expect((await documentsOf(server, ana)).state).toBe('lapsed')
  const { state } = await server.db
    .selectFrom('cases')
    .select('state')
    .where('subject_id', '=', checkId)
    .executeTakeFirstOrThrow()
  expect(state).toBe('resolved')
  const { body } = await (await as(server, ana)).get(`/api/professional/dashboard/${ana.id}`)
  expect([body.identity_status, body.may_send]).toEqual([
    'not_submitted',
    ['identity', 'insurance'],
  ])
})

// rule: ssn-secrecy
test('rotated keys open the pages, and the older key is not needed any more', async () => {
  await move(olga, 'claim')
  const both = await loadKeys({
    verificationKeys: `hash:${HASH},new:${NEW},old:${OLD}`,
    production: true,
    dataDir: '',
  })
  const context = { ...server.context, verificationKeys: both }
  const why = { reason: 'yearly', doneBy: 'cli:olga' }
  expect(await rotateKeys(context, why)).toBeGreaterThanOrEqual(2)
  expect(await rotateKeys(context, why)).toBe(0)
  const { rows } = await sql<{ key_id: string }>`
    select distinct key_id from document_pages`.execute(server.db)
  expect(rows).toEqual([{ key_id: 'new' }])
  const alone = { verificationKeys: `hash:${HASH},new:${NEW}`, production: true, dataDir: '' }
  const webp = await lookAtPage(
    { ...server.context, verificationKeys: await loadKeys(alone) },
    { id: checkId, n: '1', operatorId: olga.id, requestId: 'r' },
  )
  expect(webp.subarray(8, 12).toString()).toBe('WEBP')
})
