// rule: case-screen, problem-moves, two-operators, actions, decisions, appeals, operator-sessions
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { newPair } from '../support/conversation.ts'
import { expectAccessible, openScreen, test } from '../support/journey.ts'
import { confirmByPasskey, fillAction, newOperator, submit } from '../support/operators.ts'
import { openedCheckout, settleSimulatedCheckout } from '../support/paying.ts'
import { acceptedVisit, inHours } from '../support/visits.ts'

test.use({ expected: [/Failed to load resource: the server responded with a status of 40[13]/] })

const WHY = 'Both of you wrote that the oven stayed as it was.'
const REFUND = 'We give this lead back, because the visit went wrong.'
const TAKEN = 'One of these credits was given by mistake.'
const APPEAL = 'The credit was part of my subscription, please look again.'
const BACK = 'You are right, the credit was yours. Here it is again.'

test('a problem is decided, its refund needs two operators, the professional reads why and appeals, and another operator takes it back', async ({
  page,
  browser,
  watch,
}) => {
  test.setTimeout(180_000)
  const pair = await newPair(page, browser, watch)
  const { professional, professionalPage } = pair
  const problemId = await disputedProblem(page, pair)
  const [olga, pablo] = await Promise.all(
    ['Olga Reis', 'Pablo Sanz'].map(async (name) => {
      const context = await browser.newContext()
      await watch(context)
      const operator = await context.newPage()
      await newOperator(operator, name)
      return operator
    }),
  )
  if (!olga || !pablo) throw new Error('No operators')
  const number = await threePayments(olga, professionalPage, professional.id)

  await test.step('an operator takes the problem and decides it, after seeing the letter and confirming', async () => {
    const found = await caseOf(olga, 'visits', problemId)
    await openScreen(olga, `/operator/queues/visits/${found}`)
    await olga.getByRole('button', { name: 'Assign to me' }).click()
    await olga.getByRole('button', { name: 'Decide', exact: true }).click()
    await fillAction(olga, 'Decide', 'The evidence', WHY)
    await olga
      .getByRole('dialog', { name: 'Decide' })
      .getByLabel('Decision')
      .selectOption('In favor of the client')
    await expectAccessible(olga)
    await submit(olga, 'Decide')
    await confirmByPasskey(olga)
    await expect(olga.getByText("Done. It's in the audit log.")).toBeVisible()
    await expect(olga.getByRole('article')).toContainText('Resolved · Olga Reis')
  })

  await test.step('a refund above the limit waits for a second operator', async () => {
    for (const small of number.slice(1)) await refundByApi(olga, small)
    await openScreen(olga, `/operator/payments/${number[0]}`)
    await olga.getByRole('button', { name: 'Refund' }).click()
    await fillAction(olga, 'Refund', 'Goodwill', REFUND)
    await expect(olga.getByRole('region', { name: 'The email' })).toContainText(REFUND)
    await submit(olga, 'Refund')
    await expect(olga.getByText(/^This waits for a second operator until/)).toBeVisible()
  })

  await test.step('the second operator reads what is asked for, and approves', async () => {
    await pablo
      .getByRole('navigation', { name: 'Queues' })
      .getByRole('link', { name: /^Refunds/ })
      .click()
    const asked = await caseOf(pablo, 'refunds', undefined, professional.id)
    await openScreen(olga, `/operator/queues/refunds/${asked}`)
    await expect(olga.getByRole('button', { name: 'Write a note' })).toBeVisible()
    await expect(olga.getByRole('button', { name: 'Approve' })).toBeHidden()
    await pablo.locator(`a[href*="${asked}"]`).click()
    await expect(
      pablo.getByRole('region', { name: 'Waiting for a second operator' }),
    ).toContainText(REFUND)
    await pablo.getByRole('button', { name: 'Approve' }).click()
    await fillAction(pablo, 'Approve', 'Goodwill', 'I have read both sides.')
    await expectAccessible(pablo)
    await submit(pablo, 'Approve')
    await confirmByPasskey(pablo)
    await expect(pablo.getByRole('article')).toContainText('Resolved · Pablo Sanz')
  })

  await test.step('the first operator takes a credit back; the professional reads why and appeals', async () => {
    await openScreen(olga, `/operator/people/${professional.id}`)
    await olga.getByRole('button', { name: 'Change credits' }).click()
    await fillAction(olga, 'Change credits', 'It happened by mistake', TAKEN)
    const credits = olga.getByRole('dialog').getByLabel('Credits')
    await credits.fill('')
    await submit(olga, 'Change credits')
    await expect(credits).toHaveAccessibleDescription(/^Please enter a whole number/)
    await credits.fill('-1')
    await submit(olga, 'Change credits')
    // The message of the decision before can still be there.
    await expect(olga.getByRole('dialog')).toHaveCount(0)
    await professionalPage.goto('/decisions')
    await expect(professionalPage.getByText(REFUND)).toBeVisible()
    const taken = professionalPage.getByRole('listitem').filter({ hasText: TAKEN })
    await taken.getByRole('button', { name: 'Ask another operator to look at it' }).click()
    const dialog = professionalPage.getByRole('dialog')
    await dialog.getByLabel('Why is it wrong?').fill(APPEAL)
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(taken).toContainText('We answer within 7 days.')
  })

  await test.step('another operator reads the appeal and decides by the opposite action', async () => {
    const appeal = await caseOf(pablo, 'appeals', undefined, professional.id)
    await openScreen(olga, `/operator/queues/appeals/${appeal}`)
    await expect(olga.getByRole('button', { name: 'Write a note' })).toBeVisible()
    await expect(olga.getByRole('button', { name: 'Assign to me' })).toBeHidden()
    await openScreen(pablo, `/operator/queues/appeals/${appeal}`)
    await expect(pablo.getByRole('region', { name: 'The decision' })).toContainText(APPEAL)
    await pablo.getByRole('button', { name: 'Assign to me' }).click()
    await pablo.getByRole('button', { name: 'Change credits' }).click()
    await fillAction(pablo, 'Change credits', 'Goodwill', BACK)
    await submit(pablo, 'Change credits')
    await expect(pablo.getByRole('article')).toContainText('Resolved · Pablo Sanz')
    await professionalPage.reload()
    const taken = professionalPage.getByRole('listitem').filter({ hasText: TAKEN })
    await expect(taken).toContainText(
      'Someone else on our team reviewed it and reversed the decision.',
    )
    await expect(taken).toContainText(BACK)
  })
})

/** The client reports a missed task, the professional answers, and the client says that it is not solved. */
async function disputedProblem(page: Page, pair: Awaited<ReturnType<typeof newPair>>) {
  const { request } = pair.professionalPage
  const id = await acceptedVisit(page, pair, inHours(1))
  const finished = await request.post(`/api/bookings/${id}/stages`, { data: { stage: 'finished' } })
  expect(finished.status()).toBe(200)
  const data = { kind: 'missed_task', statement: 'The oven was not cleaned.' }
  const reported = await page.request.post(`/api/bookings/${id}/problems`, { data })
  const { problem } = (await reported.json()) as { problem: { id: string } }
  const path = `/api/problems/${problem.id}`
  const statement = { statement: 'There was no time for the oven.' }
  expect((await request.put(`${path}/answer`, { data: statement })).status()).toBe(200)
  const closed = await page.request.put(`${path}/close`, { data: { outcome: 'not_solved' } })
  expect(closed.status()).toBe(200)
  return problem.id
}

type Found = { payments: { number: string }[] }

/** The professional has paid their subscription and buys two leads: together more than one operator may refund. */
async function threePayments(
  operator: Page,
  professionalPage: Page,
  id: string,
): Promise<string[]> {
  for (const _ of [1, 2]) {
    const session = await openedCheckout(professionalPage, id, 'lead')
    await settleSimulatedCheckout(professionalPage, session, { outcome: 'paid' })
  }
  const numbers = async () => {
    const answer = await operator.request.get(`/api/operator/people/${id}`)
    return ((await answer.json()) as Found).payments.map(({ number }) => number)
  }
  await expect.poll(async () => (await numbers()).length, { timeout: 20_000 }).toBe(3)
  return numbers()
}

async function refundByApi(operator: Page, number: string): Promise<void> {
  const data = { reason: 'goodwill', text: 'We give this payment back.' }
  const answer = await operator.request.post(`/api/operator/payments/${number}/refund`, { data })
  expect(await answer.json()).toHaveProperty('action')
}

type Listed = { cases: { id: string; subject: { id: string } }[] }

async function caseOf(operator: Page, queue: string, subjectId?: string, personId?: string) {
  const params = { queue, ...(personId && { person_id: personId }) }
  const answer = await operator.request.get('/api/operator/cases', { params })
  const { cases } = (await answer.json()) as Listed
  const found = cases.find(({ subject }) => subjectId === undefined || subject.id === subjectId)
  return found!.id
}
