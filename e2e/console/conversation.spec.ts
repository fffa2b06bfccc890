// rule: opened-conversations, case-screen, actions, finding
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { newPair } from '../support/conversation.ts'
import { expectAccessible, openScreen, test } from '../support/journey.ts'
import { confirmByPasskey, newOperator } from '../support/operators.ts'

test.use({ expected: [/Failed to load resource: the server responded with a status of 40[134]/] })

const WHY = 'The client says that somebody threatens them in this conversation.'

test('an operator reads a conversation for a case, and another one is asked whether it was needed', async ({
  page,
  browser,
  watch,
}) => {
  test.setTimeout(120_000)
  const pair = await newPair(page, browser, watch)
  await pair.write('client', 'Please come to the back door.')
  const report = {
    subject: { kind: 'person', id: pair.professional.id },
    reason: 'safety',
    text: 'They wrote something that frightens me.',
  }
  const sent = await page.request.post('/api/reports', { data: report })
  const { number } = ((await sent.json()) as { report: { number: string } }).report
  const [olga, pablo] = await operators(browser, watch)

  await test.step('only who holds the case can read, with a reason and enough words', async () => {
    await openScreen(olga, '/operator/queues/reports')
    await olga.getByRole('link', { name: new RegExp(`^${number}\\b`) }).click()
    await expect(olga.getByRole('heading', { name: /^Report of a person: / })).toBeFocused()
    const list = olga.getByRole('region', { name: 'Conversations' })
    await expect(list).toBeHidden()
    await olga.getByRole('button', { name: 'Assign to me' }).click()
    await list.getByRole('button', { name: 'Read the messages' }).press('Enter')
    const dialog = olga.getByRole('dialog', { name: 'Read a conversation' })
    await dialog.getByRole('button', { name: 'Read the messages' }).click()
    await expect(dialog.getByText('Please choose a reason.')).toBeVisible()
    await expect(dialog.getByText('Please write at least 40 characters.')).toBeVisible()
    await dialog.getByLabel('Reason', { exact: true }).selectOption('The law requires it')
    await dialog.getByLabel('Days until we tell them').fill('31')
    await dialog.getByLabel('What the person reads', { exact: true }).fill(WHY)
    await expect(dialog.getByRole('region', { name: 'The email' })).toContainText(WHY)
    await expectAccessible(olga)
    await dialog.getByRole('button', { name: 'Read the messages' }).click()
    await expect(dialog.getByText('Please enter a whole number from 0 to 30.')).toBeVisible()
    await dialog.getByLabel('Days until we tell them').fill('30')
    await dialog.getByRole('button', { name: 'Read the messages' }).click()
    await confirmByPasskey(olga)
    const messages = list.getByRole('region', { name: 'Messages in the conversation' })
    await expect(messages).toContainText('Please come to the back door.')
    await expect(messages).toBeFocused()
    await expectAccessible(olga)
  })

  await test.step('the question waits for another operator, in the language of each', async () => {
    await pablo.getByLabel('Language').selectOption('pt')
    await expect(pablo.getByRole('heading', { name: 'Casos' })).toBeVisible()
    await openScreen(pablo, '/operator/queues/appeals')
    await pablo
      .getByRole('link', { name: /Isto era necessário\?/ })
      .first()
      .click()
    await expect(pablo.getByRole('heading', { name: 'Isto era necessário?' })).toBeFocused()
    await openScreen(pablo, `/operator/people/${pair.professional.id}`)
    const timeline = pablo.getByRole('region', { name: 'Linha do tempo' })
    await expect(timeline).toContainText('Denúncia recebida')
    await expect(timeline).toContainText('Conta criada')
  })
})

test('an operator discards a failed job', async ({ page }) => {
  await newOperator(page, 'Olga Reis')
  await openScreen(page, '/operator/jobs')
  const job = page.getByRole('listitem').filter({ hasText: 'send-push-to-device' }).first()
  const error = await job.innerText()
  await job.getByRole('button', { name: 'Discard' }).click()
  const dialog = page.getByRole('dialog', { name: 'Discard' })
  await dialog.getByLabel('Reason', { exact: true }).selectOption({ index: 2 })
  await dialog.getByLabel('Why', { exact: true }).fill('Nobody waits for it any more.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByText("Done. It's in the audit log.")).toBeVisible()
  await expect(page.getByText(error)).toBeHidden()
  await openScreen(page, '/operator/audit')
  const filter = page.getByRole('combobox', { name: 'Action' })
  await filter.selectOption('Job discarded')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page).toHaveURL(/action=discard/)
  await expect(page.getByRole('list', { name: 'Entries of the audit log' })).toContainText(
    'Nobody waits for it any more.',
  )
})

async function operators(
  browser: Parameters<typeof newPair>[1],
  watch: Parameters<typeof newPair>[2],
): Promise<[Page, Page]> {
  const [one, other] = await Promise.all(
    ['Olga Reis', 'Pablo Sanz'].map(async (name) => {
      const context = await browser.newContext()
      await watch(context)
      const operator = await context.newPage()
      await newOperator(operator, name)
      return operator
    }),
  )
  if (!one || !other) throw new Error('No operators')
  return [one, other]
}
