// rule: money-notices, notice-kinds
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as } from '#server/test/call.ts'
import { agreeOn, openCheckout, payAndReturn } from '#server/test/builders/paying.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { NOW } from '#server/test/builders/booking.ts'
import { runDueJobs } from '#server/test/run-due-jobs.ts'
import { returnDueCredits } from '#server/money/leads/return-credits.ts'
import { renewSubscriptions } from '#server/money/subscription/renewals.ts'

const DAY_MS = 86_400_000

let server: TestServer
let now = NOW
beforeAll(async () => {
  server = await testServer({}, { now: () => now })
})
afterAll(() => server.close())
beforeEach(() => {
  now = NOW
  server.payments.declines = false
})

/** The letters to these people since the last call, oldest first. */
let readCount = 0
async function newLetters(...readers: { id: string }[]) {
  await runDueJobs(server.context)
  await runDueJobs(server.context)
  const all = await server.letters()
  const newTexts = all.slice(readCount)
  readCount = all.length
  const letters = await Promise.all(newTexts.map((text) => PostalMime.parse(text)))
  const emails = await Promise.all(readers.map(emailOf))
  return letters
    .filter(({ to }) => emails.includes(String(to?.[0]?.address)))
    .map(({ subject, text }) => ({ subject, text: text ?? '' }))
}

async function subscribed(language = 'en') {
  const professional = await buildProfessional(server, { active: false, user: { language } })
  await payAndReturn(server, professional, 'subscription')
  return professional
}

/** Runs all billing jobs at that moment. */
async function clockAt(moment: number) {
  now = new Date(moment)
  await renewSubscriptions(server.context)
  await renewSubscriptions(server.context)
}

test('a payment has one receipt with its invoice, however often it is confirmed', async () => {
  const professional = await subscribed()
  const [letter, ...otherLetters] = await newLetters(professional)
  expect(otherLetters).toEqual([])
  expect(letter).toMatchObject({ subject: 'We received your payment' })
  expect(letter!.text).toContain('Amount: $19.90')
  expect(letter!.text).toMatch(/\/invoices\/L-\d+/)
  await payAndReturn(server, professional, 'lead')
  const [second, ...others] = await newLetters(professional)
  expect(others).toEqual([])
  expect(second!.text).toContain('Amount: $15.00')
})

test('the receipt is in the language of its reader', async () => {
  const readers = [await subscribed('pt'), await subscribed('es')]
  const letters = await newLetters(...readers)
  expect(letters.map(({ subject }) => subject)).toEqual([
    'Recebemos seu pagamento',
    'Recibimos tu pago',
  ])
})

test('three days before a renewal the professional is notified, once', async () => {
  const professional = await subscribed()
  await newLetters(professional)
  const end = await paidUntil(professional)
  await clockAt(end - 3 * DAY_MS - 60_000)
  expect(await newLetters(professional)).toEqual([])
  await clockAt(end - 3 * DAY_MS)
  const letters = await newLetters(professional)
  expect(letters).toMatchObject([{ subject: 'Your subscription renews on December 20, 2026' }])
  expect(letters[0]!.text).toContain('$19.90')
})

// rule: prices
test('who subscribed at another price reads that one before a renewal, and when it fails', async () => {
  const professional = await subscribed()
  await newLetters(professional)
  const end = await paidUntil(professional)
  await agreeOn(server, professional, { priceCents: 1490, credits: 3 })
  await clockAt(end - 3 * DAY_MS)
  const letters = await newLetters(professional)
  server.payments.declines = true
  await clockAt(end)
  letters.push(...(await newLetters(professional)))
  server.payments.declines = false
  await clockAt(end + DAY_MS)
  letters.push(...(await newLetters(professional)))
  expect(letters.map(({ subject }) => subject)).toEqual([
    'Your subscription renews on December 20, 2026',
    "Your payment didn't go through",
    'We received your payment',
  ])
  for (const { text } of letters) expect(text).toContain('$14.90')
})

test('a failed renewal and each failed retry cause a letter, and the last one says that the account is inactive', async () => {
  const professional = await subscribed()
  await newLetters(professional)
  const end = await paidUntil(professional)
  server.payments.declines = true
  const subjects: (string | undefined)[] = []
  for (const days of [0, 0.5, 1, 2, 3, 5, 6, 7, 8]) {
    await clockAt(end + days * DAY_MS)
    subjects.push(...(await newLetters(professional)).map(({ subject }) => subject))
  }
  expect(subjects).toEqual([
    "Your payment didn't go through",
    "Your payment didn't go through",
    "Your payment didn't go through",
    "Your payment didn't go through",
    'Your account is now inactive',
  ])
})

test('a cancellation is confirmed once, with the day on which the subscription ends', async () => {
  const professional = await subscribed()
  await newLetters(professional)
  const caller = await as(server, professional)
  const cancel = () =>
    caller.post(`/api/professional/cancel-subscription?user_id=${professional.id}`)
  await Promise.all([cancel(), cancel()])
  await cancel()
  expect(await newLetters(professional)).toMatchObject([
    { subject: 'Your subscription ends on December 20, 2026' },
  ])
})

test('a professional is notified of a new client, and of the credit that returns after 72 hours', async () => {
  const professional = await subscribed()
  await newLetters(professional)
  const client = await buildClient(server, { first_name: 'Maya', last_name: 'Thompson' })
  await contact(client, professional)
  await contact(client, professional)
  const [received, ...otherLetters] = await newLetters(professional)
  expect(otherLetters).toEqual([])
  expect(received).toMatchObject({ subject: 'Maya contacted you' })
  expect(received!.text).not.toContain('Thompson')
  now = new Date(+NOW + 3 * DAY_MS)
  await returnDueCredits(server.context)
  await returnDueCredits(server.context)
  expect(await newLetters(professional)).toMatchObject([{ subject: 'You got a lead credit back' }])
})

test('without a credit the letter says that the conversation is locked', async () => {
  const professional = await buildProfessional(server, { credits: 0 })
  const client = await buildClient(server, { first_name: 'Maya' })
  await contact(client, professional)
  const [letter] = await newLetters(professional)
  expect(letter!.text).toContain("you're out of lead credits")
})

test('a payment that is only started causes no letter', async () => {
  const professional = await buildProfessional(server, { active: false })
  await openCheckout(server, professional, 'subscription')
  expect(await newLetters(professional)).toEqual([])
})

async function contact(client: { id: string }, professional: { id: string }) {
  const { status } = await (
    await as(server, client)
  ).post('/api/chat/initiate-contact', { client_id: client.id, professional_id: professional.id })
  expect(status).toBe(200)
}

async function emailOf({ id }: { id: string }): Promise<string> {
  const { email } = await server.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return email
}

async function paidUntil({ id }: { id: string }): Promise<number> {
  const { paid_until } = await server.db
    .selectFrom('subscriptions')
    .select('paid_until')
    .where('professional_id', '=', id)
    .executeTakeFirstOrThrow()
  return +paid_until
}
