import { randomUUID } from 'node:crypto'
import { refundByOperator } from '#server/test/builders/by-operator.ts'
import { sql } from 'kysely'
import type { Email } from 'postal-mime'
import { expect, test } from 'vitest'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as } from '#server/test/call.ts'
import { mailHarness } from '#server/test/harness/mail-harness.ts'
import { payAndReturn } from '#server/test/builders/paying.ts'
import { NOW } from '#server/test/builders/booking.ts'
import { runDueJobs } from '#server/test/run-due-jobs.ts'
import { makeJobsDue } from '#server/test/queue.ts'
import { returnDueCredits } from '#server/money/leads/return-credits.ts'
import { renewSubscriptions } from '#server/money/subscription/renewals.ts'

const DAY_MS = 86_400_000

const harness = mailHarness()

async function letters(): Promise<Email[]> {
  await runDueJobs(harness.server.context)
  await runDueJobs(harness.server.context)
  return harness.box.takeNewLetters()
}

/** Other professionals of this file get letters of renewals too. */
const isTo =
  (email: string) =>
  ({ to }: Email) =>
    to?.some(({ address }) => address === email)

const after = (days: number) => (harness.now = new Date(+NOW + days * DAY_MS))

async function waitingLetter() {
  const { rows } = await sql<{ attempts: number; seconds: number; last_error: string }>`
    select attempts, extract(epoch from run_at - now())::float8 as seconds, last_error
    from graphile_worker.jobs where task_identifier = 'send-notice-letter'`.execute(
    harness.server.db,
  )
  expect(rows).toHaveLength(1)
  return rows[0]!
}

const retryNow = () => makeJobsDue(harness.server.db)

// rule: letter-texts
test('a receipt that the mail server defers twice waits longer each time, and is sent once', async () => {
  const professional = await buildProfessional(harness.server, { active: false })
  harness.box.setAccepting(false)
  await payAndReturn(harness.server, professional, 'subscription')
  expect(await letters()).toEqual([])
  const first = await waitingLetter()
  expect(first).toMatchObject({ attempts: 1, last_error: expect.stringContaining('451') })
  expect(first.seconds).toBeGreaterThan(1)

  await retryNow()
  expect(await letters()).toEqual([])
  const second = await waitingLetter()
  expect(second.attempts).toBe(2)
  expect(second.seconds).toBeGreaterThan(first.seconds + 2)

  harness.box.setAccepting(true)
  await retryNow()
  expect(await letters()).toMatchObject([{ subject: 'We received your payment' }])
  await retryNow()
  expect(await letters()).toEqual([])
})

// rule: scheduled-jobs
test('a letter about what a person has just done is sent before the reminders of renewals that came first', async () => {
  const email = `grace-${randomUUID()}@example.com`
  const professional = await buildProfessional(harness.server, { active: false, user: { email } })
  await payAndReturn(harness.server, professional, 'subscription')
  await letters()
  after(28)
  await renewSubscriptions(harness.server.context)
  harness.box.setAccepting(false)
  expect(await letters()).toEqual([])
  harness.box.setAccepting(true)
  await retryNow()
  const maya = await buildClient(harness.server, { first_name: 'Maya', last_name: 'Thompson' })
  const ids = { client_id: maya.id, professional_id: professional.id }
  await (await as(harness.server, maya)).post('/api/chat/initiate-contact', ids)
  const sent = (await letters()).filter(isTo(email))
  expect(sent.map(({ subject }) => subject)).toEqual([
    'Maya contacted you',
    'Your subscription renews on December 20, 2026',
  ])
})

const SUBJECTS = {
  en: [
    'We received your payment',
    'Maya contacted you',
    'You got a lead credit back',
    'Your subscription renews on December 20, 2026',
    "Your payment didn't go through",
    'We received your payment',
    'Your subscription ends on January 20, 2027',
    'We refunded a payment',
    'Your account is now inactive',
  ],
  pt: [
    'Recebemos seu pagamento',
    'Maya entrou em contato com você',
    'Você recebeu um crédito de volta',
    'Sua assinatura renova em 20 de dezembro de 2026',
    'Seu pagamento não foi aprovado',
    'Recebemos seu pagamento',
    'Sua assinatura termina em 20 de janeiro de 2027',
    'Reembolsamos um pagamento',
    'Sua conta agora está inativa',
  ],
  es: [
    'Recibimos tu pago',
    'Maya te contactó',
    'Recuperaste un crédito',
    'Tu suscripción se renueva el 20 de diciembre de 2026',
    'Tu pago no se pudo procesar',
    'Recibimos tu pago',
    'Tu suscripción termina el 20 de enero de 2027',
    'Te reembolsamos un pago',
    'Tu cuenta ahora está inactiva',
  ],
} as const

/** The price as the screens show it. */
const PRICE = { en: ': $19.90', pt: ': US$\u00A019,90', es: ': $19.90' } as const

const sorted = (subjects: readonly string[]) =>
  subjects.toSorted((one, other) => one.localeCompare(other))

/** Every event of a professional’s money and leads, one after another. */
async function lettersOfAllEvents(professional: { id: string }, email: string): Promise<Email[]> {
  const received: Email[] = []
  const collectLettersOf = async (action: () => Promise<unknown>) => {
    await action()
    received.push(...(await letters()).filter(isTo(email)))
  }
  await collectLettersOf(() => payAndReturn(harness.server, professional, 'subscription'))
  const client = await buildClient(harness.server, { first_name: 'Maya', last_name: 'Thompson' })
  const pair = { client_id: client.id, professional_id: professional.id }
  await collectLettersOf(async () =>
    (await as(harness.server, client)).post('/api/chat/initiate-contact', pair),
  )
  after(3)
  await collectLettersOf(() => returnDueCredits(harness.server.context))
  after(27)
  await collectLettersOf(() => renewSubscriptions(harness.server.context))
  after(30)
  harness.server.payments.declines = true
  await collectLettersOf(() => renewSubscriptions(harness.server.context))
  after(31)
  harness.server.payments.declines = false
  await collectLettersOf(() => renewSubscriptions(harness.server.context))
  const caller = await as(harness.server, professional)
  const cancel = `/api/professional/cancel-subscription?user_id=${professional.id}`
  await collectLettersOf(() => caller.post(cancel))
  const { number } = await harness.server.db
    .selectFrom('payments')
    .select('number')
    .where('professional_id', '=', professional.id)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  await collectLettersOf(() =>
    refundByOperator(harness.server.context, number, { reason: 'She asked.', doneBy: 'olga' }),
  )
  return received
}

// rule: money-notices, letter-texts
test.each(['en', 'pt', 'es'] as const)(
  'every letter about money and leads is sent once, complete, and in the language of its reader: %s',
  async (language) => {
    const email = `grace-${randomUUID()}@example.com`
    const professional = await buildProfessional(harness.server, {
      active: false,
      user: { language, email },
    })
    const received = await lettersOfAllEvents(professional, email)
    const subjects = received.map(({ subject }) => String(subject))
    expect(sorted(subjects)).toEqual(sorted(SUBJECTS[language]))
    for (const { subject, text, html } of received) {
      expect(`${subject} ${text} ${html}`).not.toMatch(
        /undefined|\bnull\b|NaN|\{\{|Invalid|Thompson/,
      )
      expect(html).toContain(`<html lang="${language}">`)
    }
    const refund = received.find(({ subject }) => subject === SUBJECTS[language][7])!
    expect(refund.text).toMatch(/19[.,]90/)
    expect(refund.text).toContain(PRICE[language])
    expect(refund.text).toMatch(/\/invoices\/L-\d+/)
  },
)
