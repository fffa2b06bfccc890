// rule: challenge
import { afterEach, expect, test, vi } from 'vitest'
import { CHALLENGE_HEADER, CHALLENGE_OFFER_HEADER } from '#contract/browser-names.ts'
import { createI18n } from '#web/i18n/i18n.ts'
import { currentToasts } from '#web/ui/states/toast-store.ts'
import { sendSolved, solveOffered } from './challenge.ts'

const CHALLENGE = { parameters: {}, signature: 'x' }
const SOLUTION = { counter: 7, derivedKey: '00' }
const INIT = { method: 'POST', headers: { accept: 'application/json' }, body: '{}' }

afterEach(() => vi.unstubAllGlobals())

/** Sends a refused request again. `sent` has the headers of each request after the refused one. */
async function send(
  refusal: unknown,
  solve: (challenge: unknown) => Promise<typeof SOLUTION | null>,
) {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_path: string, { headers }: RequestInit) => {
    sent.push(headers)
    return Response.json({ ok: true })
  })
  const refused = Response.json(refusal, { status: 429 })
  const answer = await sendSolved(refused, '/api/login', INIT, await createI18n('en'), solve)
  return { status: answer.status, body: await answer.json(), sent }
}

test('a refusal with a challenge is solved, and the request sent again with the solution', async () => {
  const shown: string[] = []
  const { body, sent } = await send({ challenge: CHALLENGE }, async () => {
    shown.push(...currentToasts().map(({ text }) => text))
    return SOLUTION
  })
  expect(body).toEqual({ ok: true })
  const solved = btoa(JSON.stringify({ challenge: CHALLENGE, solution: SOLUTION }))
  expect(sent).toEqual([{ accept: 'application/json', [CHALLENGE_HEADER]: solved }])
  expect([shown, currentToasts()]).toEqual([['One moment, please.'], []])
})

test.each([
  ['without a challenge', {}, async () => SOLUTION],
  ['that takes too long', { challenge: CHALLENGE }, async () => null],
  ['whose worker fails', { challenge: CHALLENGE }, () => Promise.reject(new Error('no worker'))],
])('a refusal %s is the answer', async (_name, refusal, solve) => {
  expect(await send(refusal, solve)).toEqual({ status: 429, body: refusal, sent: [] })
  expect(currentToasts()).toEqual([])
})

// rule: screened-contacts
test.each([
  [1, { 'idempotency-key': 'one' }],
  [0, {}],
])('an offered challenge is solved %d times with the headers %j', async (times, key) => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_path: string, { headers }: RequestInit) => {
    sent.push(headers)
    return Response.json({})
  })
  const answer = Response.json(
    {},
    { headers: { [CHALLENGE_OFFER_HEADER]: btoa(JSON.stringify(CHALLENGE)) } },
  )
  await solveOffered(
    answer,
    '/api/bookings',
    { method: 'POST', headers: key },
    async () => SOLUTION,
  )
  const solved = btoa(JSON.stringify({ challenge: CHALLENGE, solution: SOLUTION }))
  expect(sent).toEqual(
    Array.from({ length: times }, () => ({ ...key, [CHALLENGE_HEADER]: solved })),
  )
})
