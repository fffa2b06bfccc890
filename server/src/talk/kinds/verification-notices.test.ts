// rule: money-notices, notice-still-true
import { decideByOperator } from '#server/test/builders/by-operator.ts'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildProfessional } from '#server/test/builders/build.ts'
import { as } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { NOW } from '#server/test/builders/booking.ts'
import { runDueJobs } from '#server/test/run-due-jobs.ts'
import { sendDelayedNotices } from '../send/send-notice-letter.ts'

let server: TestServer
let now = NOW
beforeAll(async () => {
  server = await testServer({ VERIFICATION_MODE: 'manual' }, { now: () => now })
})
afterAll(() => server.close())

let number = 234_567_800
/** A professional whose number waits for a decision. */
async function waiting(language = 'en') {
  const professional = await buildProfessional(server, { user: { language } })
  await submitNumber(professional, String(++number))
  return professional
}

async function submitNumber({ id }: { id: string }, social_security_number: string) {
  const body = { user_id: id, social_security_number }
  const answer = await (await as(server, { id })).put('/api/professional/update-profile', body)
  expect(answer.status).toBe(200)
}

const decide = ({ id }: { id: string }, status: 'approved' | 'rejected', reason?: string) =>
  decideByOperator(server.context, id, { status, doneBy: 'olga', reason })

async function lettersTo({ id }: { id: string }) {
  await runDueJobs(server.context)
  await runDueJobs(server.context)
  const { email } = await server.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const letters = await Promise.all((await server.letters()).map((text) => PostalMime.parse(text)))
  return letters.filter(({ to }) => to?.[0]?.address === email)
}

const noticesOf = async ({ id }: { id: string }) =>
  (await (await as(server, { id })).get('/api/notices')).body.notices

test('an approved check is announced once, at the bell and by letter, however often it is decided', async () => {
  const ana = await waiting()
  expect([await decide(ana, 'approved'), await decide(ana, 'approved')]).toEqual([
    'done',
    'already',
  ])
  const letters = await lettersTo(ana)
  expect(letters.map(({ subject }) => subject)).toEqual(['Your background check is approved'])
  expect(letters[0]!.text).toContain('/dashboard')
  expect(await noticesOf(ana)).toMatchObject([
    {
      topic: 'verification',
      title: 'Your background check is approved',
      href: '/dashboard',
      read: false,
    },
  ])
})

test.each([
  ['en', 'Your background check was not approved', 'Message from our team: The name differs.'],
  [
    'pt',
    'Sua verificação de antecedentes não foi aprovada',
    'Mensagem da nossa equipe: The name differs.',
  ],
  [
    'es',
    'No se aprobó tu verificación de antecedentes',
    'Mensaje de nuestro equipo: The name differs.',
  ],
])(
  'a rejection is announced with its reason and the next step, in %s',
  async (language, title, reason) => {
    const ana = await waiting(language)
    await decide(ana, 'rejected', 'The name differs.')
    const [letter, ...otherLetters] = await lettersTo(ana)
    expect(otherLetters).toEqual([])
    expect(letter!.subject).toBe(title)
    expect(letter!.text).toContain(reason)
    expect(letter!.text).toContain('/dashboard?open=verify')
  },
)

test('no letter announces an outdated decision: after a number is given again, only the next decision is announced', async () => {
  // At night letters wait until 8:00.
  now = new Date('2026-12-02T05:00:00Z')
  const ana = await waiting()
  await decide(ana, 'rejected')
  await runDueJobs(server.context)
  await submitNumber(ana, String(++number))
  now = new Date('2026-12-02T15:00:00Z')
  await sendDelayedNotices(server.context)
  expect(await lettersTo(ana)).toEqual([])
})

test('a decision that is changed back and forth in one night is one letter in the morning: the last', async () => {
  const ana = await waiting()
  for (const [minute, status] of (['approved', 'rejected', 'approved'] as const).entries()) {
    now = new Date(Date.UTC(2026, 11, 3, 5, minute))
    await decide(ana, status)
    await runDueJobs(server.context)
  }
  now = new Date('2026-12-03T15:00:00Z')
  await sendDelayedNotices(server.context)
  const letters = await lettersTo(ana)
  expect(letters.map(({ subject }) => subject)).toEqual(['Your background check is approved'])
  expect(await noticesOf(ana)).toHaveLength(3)
})

test('a number that is verified at once on the screen is not announced', async () => {
  const other = await testServer({ VERIFICATION_MODE: 'auto' }, { now: () => NOW })
  const ana = await buildProfessional(other)
  const body = { user_id: ana.id, social_security_number: '234567999' }
  await (await as(other, ana)).put('/api/professional/update-profile', body)
  await runDueJobs(other.context)
  expect((await (await as(other, ana)).get('/api/notices')).body.notices).toEqual([])
  await other.close()
})
