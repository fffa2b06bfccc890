// rule: identity-documents
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addressHash } from '#server/people/person/letters-to-strangers.ts'
import { JOBS } from '#server/jobs.ts'
import { buildProfessional } from '#server/test/builders/build.ts'
import { visitor } from '#server/test/call.ts'
import {
  approveDocuments,
  documentsOf,
  sendIdentity,
  sendIdentityUnproved,
} from '#server/test/builders/documents.ts'
import { tokenOfLink } from '#server/test/builders/letter-tokens.ts'
import { mailHarness } from '#server/test/harness/mail-harness.ts'
import { buildOperator } from '#server/test/builders/operators.ts'
import { runDueJobs } from '#server/test/run-due-jobs.ts'
import { sendNotice } from './rejection-notice.ts'

const harness = mailHarness()
const DAY_MS = 86_400_000
const ENDED = [404, 'link_ended']

/** A professional whose references have their letters, in the order in which they were named. */
async function asked(language: 'en' | 'pt' | 'es' = 'pt') {
  const { server, box } = harness
  const user = { first_name: 'Ana', last_name: 'Souza', language }
  const ana = await buildProfessional(server, { user })
  const names = {
    reference_1_email: `rosa.${ana.slug}@example.com`,
    reference_2_email: `tom.${ana.slug}@example.com`,
  }
  expect((await sendIdentity(server, ana, names)).status).toBe(200)
  return { ana, names, letters: await letters(), box }
}
async function letters() {
  await runDueJobs(harness.server.context)
  const sent = await harness.box.takeNewLetters()
  return sent
    .map((one) => ({ to: one.to?.[0]?.address ?? '', subject: one.subject, text: one.text ?? '' }))
    .filter(({ text }) => text.includes('/reference#'))
    .map((one) => ({ ...one, token: tokenOfLink(one.text, 'reference') }))
    .toSorted((one, other) => one.to.localeCompare(other.to))
}
const read = async (token: string, language = 'en') => {
  const headers = { 'accept-language': language }
  const { status, body } = await visitor(harness.server).get(`/api/references/${token}`, headers)
  return { status, body }
}
const answer = async (token: string, answers: unknown) => {
  const { status, body } = await visitor(harness.server).post(`/api/references/${token}`, {
    answers,
  })
  return [status, body.code ?? body.message]
}
const GOOD = [
  { id: 'relation', text: 'She was my neighbour.' },
  { id: 'trust', text: 'Yes, always.' },
]
const answersOf = async (ana: { id: string }) =>
  harness.server.db
    .selectFrom('check_references')
    .select(['name', 'answered_at', 'answers'])
    .where('check_id', '=', (await documentsOf(harness.server, ana)).id)
    .orderBy('id')
    .execute()

test('each reference gets a letter, reads five questions in their language, and answers once', async () => {
  const { ana, letters: sent } = await asked()
  expect(sent.map(({ to }) => to.split('.')[0])).toEqual(['rosa', 'tom'])
  expect(sent[0]!.subject).toBe('Você pode dar uma referência?')
  expect(sent[0]!.token).not.toBe(sent[1]!.token)
  const { body } = await read(sent[0]!.token, 'es')
  expect(body.first_name).toBe('Ana')
  expect(body.questions).toHaveLength(5)
  expect(body.questions[0]).toEqual({ id: 'relation', text: '¿De dónde conoces a Ana?' })
  const both = await Promise.all([answer(sent[0]!.token, GOOD), answer(sent[0]!.token, GOOD)])
  expect(both.toSorted()).toEqual([[200, 'Thank you. We have your answers.'], ENDED])
  expect((await read(sent[0]!.token)).status).toBe(404)
  expect((await read(sent[1]!.token)).status).toBe(200)
  expect(await answersOf(ana)).toEqual([
    { name: 'Rosa Lima', answered_at: harness.now, answers: GOOD },
    { name: 'Tom Reed', answered_at: null, answers: null },
  ])
  const operator = await buildOperator(harness.server)
  const list = await operator.calls.get(
    `/api/operator/cases?queue=verification&person_id=${ana.id}`,
  )
  const one = await operator.calls.get(`/api/operator/cases/${list.body.cases[0].id}`)
  expect(one.body.case.facts.references).toEqual([
    { name: 'Rosa Lima', answered_at: harness.now.toISOString(), answers: GOOD },
    { name: 'Tom Reed', answered_at: null, answers: [] },
  ])
})

test.each([
  ['no answer', []],
  ['an empty answer', [{ id: 'relation', text: ' ' }]],
  ['501 characters', [{ id: 'relation', text: 'x'.repeat(501) }]],
  ['another question', [{ id: 'salary', text: 'Much.' }]],
  ['one question twice', [GOOD[0], GOOD[0]]],
])('%s is refused, and the link still works', async (_, answers) => {
  const { ana, letters: sent } = await asked()
  expect(await answer(sent[0]!.token, answers)).toEqual([422, 'invalid_input'])
  expect((await answersOf(ana))[0]!.answered_at).toBeNull()
  const longest = [{ id: 'relation', text: 'x'.repeat(500) }]
  expect((await answer(sent[0]!.token, longest))[0]).toBe(200)
})

test('a link ends after 14 days, and once the document is decided; no other token works', async () => {
  const { ana, letters: sent } = await asked()
  const started = harness.now
  try {
    harness.now = new Date(+started + 14 * DAY_MS - 1)
    expect((await read(sent[0]!.token)).status).toBe(200)
    harness.now = new Date(+started + 14 * DAY_MS)
    expect((await read(sent[0]!.token)).body.code).toBe('link_ended')
    expect(await answer(sent[0]!.token, GOOD)).toEqual(ENDED)
  } finally {
    harness.now = started
  }
  const { id } = await documentsOf(harness.server, ana)
  await approveDocuments(harness.server, id)
  expect(await answer(sent[1]!.token, GOOD)).toEqual(ENDED)
  expect(await answer('nothing', GOOD)).toEqual(ENDED)
})

// rule: who-may-name
test('whoever has not proved their address sends no document and writes to nobody', async () => {
  const ana = await buildProfessional(harness.server)
  const refused = await sendIdentityUnproved(harness.server, ana)
  expect([refused.status, refused.body.code]).toEqual([403, 'email_not_verified'])
  const checks = harness.server.db.selectFrom('document_checks').select('id')
  expect(await checks.where('professional_id', '=', ana.id).execute()).toEqual([])
  expect(await letters()).toEqual([])
})

// rule: who-may-name
test('a reference who had three letters today gets no fourth, and nothing is stored', async () => {
  const { server } = harness
  const ana = await buildProfessional(server)
  const names = {
    reference_1_email: `ada.${ana.slug}@example.com`,
    reference_2_email: `zoe.${ana.slug}@example.com`,
  }
  const before = { email_hash: addressHash(names.reference_2_email), kind: 'named' }
  // The limits of the tests are a thousand times as high.
  await sql`insert into letters_to_strangers (email_hash, kind, at)
    select ${before.email_hash}, ${before.kind}, ${harness.now}::timestamptz from generate_series(1, 3000)`.execute(
    server.db,
  )
  const refused = await sendIdentity(server, ana, names)
  expect([refused.status, refused.body.code]).toEqual([429, 'address_has_letters'])
  expect(await letters()).toEqual([])
  const counted = server.db.selectFrom('letters_to_strangers').select('id')
  const first = addressHash(names.reference_1_email)
  expect(await counted.where('email_hash', '=', first).execute()).toEqual([])
  const other = { ...names, reference_2_email: `eva.${ana.slug}@example.com` }
  expect((await sendIdentity(server, ana, other)).status).toBe(200)
})

// rule: letter-texts
test('a reference reads names without numbers and links, and none in the subject', async () => {
  const { server } = harness
  const user = { first_name: 'Ana 911', last_name: 'www.evil.test', language: 'en' }
  const ana = await buildProfessional(server, { user })
  const names = { reference_1_name: '12345', reference_1_email: `rosa.${ana.slug}@example.com` }
  expect((await sendIdentity(server, ana, names)).status).toBe(200)
  const [letter] = (await letters()).filter(({ to }) => to === names.reference_1_email)
  expect(letter?.subject).toBe('Can you give a reference?')
  expect(letter?.text).toContain('Hi, Ana www. evil. test cleans homes through Lustra')
})

// rule: document-checks
test('better photos after a notice take the place of the first, and ask nobody twice', async () => {
  const { ana, names, letters: sent } = await asked()
  await answer(sent[0]!.token, GOOD)
  const first = await documentsOf(harness.server, ana)
  const notice = { kind: 'identity', reason: 'document_unreadable', doneBy: 'cli:olga' } as const
  const text = 'We cannot read the number.'
  await harness.server.db
    .transaction()
    .execute((tx) => sendNotice(tx, ana.id, { ...notice, text, at: harness.now }))
  const changes = { ...names, reference_2_name: 'Lia Paz', reference_2_email: 'lia@example.com' }
  expect((await sendIdentity(harness.server, ana, changes)).status).toBe(200)
  expect(
    (await answersOf(ana)).map(({ name, answered_at }) => [name, answered_at !== null]),
  ).toEqual([
    ['Rosa Lima', true],
    ['Lia Paz', false],
  ])
  expect((await letters()).map(({ to }) => to)).toEqual(['lia@example.com'])
  expect((await read(sent[1]!.token)).status).toBe(404)
  const left = await harness.server.db
    .selectFrom('document_checks')
    .leftJoin('document_pages', 'check_id', 'id')
    .select(['state', 'page'])
    .where('id', '=', first.id)
    .execute()
  expect(left).toEqual([{ state: 'replaced', page: null }])
})

test('answers are kept for 12 months', async () => {
  const { ana, letters: sent } = await asked()
  await answer(sent[0]!.token, GOOD)
  const answered = new Date(harness.now)
  const at = (ms: number) => {
    const end = new Date(answered)
    end.setUTCFullYear(end.getUTCFullYear() + 1)
    return { ...harness.server.context, clock: { now: () => new Date(+end + ms) } }
  }
  await JOBS['erase-documents'](at(-1), {})
  expect(await answersOf(ana)).toHaveLength(2)
  await JOBS['erase-documents'](at(0), {})
  expect(await answersOf(ana)).toEqual([])
})
