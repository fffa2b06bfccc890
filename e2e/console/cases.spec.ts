// rule: case-screen, case-queues, case-states, contact-page
import { expect } from '@playwright/test'
import { expectAccessible, newEmail, test } from '../support/journey.ts'
import { newOperator } from '../support/operators.ts'

test.use({
  expected: [/Failed to load resource: the server responded with a status of 4(0[19]|03)/],
})

test('two operators share a queue: one is too late, the other answers, notes and resolves by keyboard', async ({
  page,
  browser,
  watch,
}) => {
  test.setTimeout(90_000)
  const otherContext = await browser.newContext()
  await watch(otherContext)
  const other = await otherContext.newPage()
  await newOperator(page, 'Olga Reis')
  await newOperator(other, 'Pablo Sanz')
  const text = 'My visit of last Friday is still open, please help.'
  const contact = { topic: 'booking', name: 'Noor', email: newEmail(), text }
  const { number } = await (await page.request.post('/api/contact', { data: contact })).json()

  await test.step('both open the case from the queue; it stands beside its list', async () => {
    for (const one of [page, other]) {
      await one.getByRole('link', { name: 'Cases', exact: true }).click()
      await one
        .getByRole('navigation', { name: 'Queues' })
        .getByRole('link', { name: /^Support/ })
        .click()
      const row = one
        .getByRole('list', { name: 'Cases' })
        .getByRole('link', { name: new RegExp(`^${number}\\b`) })
      await expect(row).toContainText(text)
      await expect(row).toContainText('in 47 h')
      expect((await row.boundingBox())!.height).toBeLessThanOrEqual(48)
      await row.click()
      await expect(one.getByRole('heading', { name: 'Message: booking' })).toBeFocused()
      await expect(one).toHaveTitle('Cases · Lustra console')
    }
    await expect(page.getByRole('article').getByText(text)).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('k and j go to the case before it and back', async () => {
    const cases = page.getByRole('list', { name: 'Cases' }).getByRole('link')
    const open = await cases.evaluateAll((links) =>
      links.findIndex((link) => link.getAttribute('aria-current') === 'true'),
    )
    await page.keyboard.press('k')
    await expect(cases.nth(open - 1)).toHaveAttribute('aria-current', 'true')
    await expect(page.getByRole('article')).not.toContainText(number)
    await page.keyboard.press('j')
    await expect(page.getByRole('article')).toContainText(number)
  })

  await test.step('one takes it; the other reads why they cannot, and sees the holder', async () => {
    await page.getByRole('button', { name: 'Assign to me' }).press('Enter')
    await expect(page.getByRole('button', { name: 'Resolve', exact: true })).toBeVisible()
    await other.getByRole('button', { name: 'Assign to me' }).click()
    await expect(other.getByRole('alert')).toContainText('Another operator has taken this.')
    await expect(other.getByRole('button', { name: 'Take over' })).toBeVisible()
    await expect(other.getByRole('article')).toContainText('Olga Reis')
  })

  await test.step('the holder sees the letter, sends it, writes a note, and resolves', async () => {
    await page.getByRole('button', { name: 'Answer', exact: true }).press('Enter')
    const answer = page.getByRole('dialog', { name: 'Answer' })
    await answer.getByLabel('Your answer').fill('Short')
    await answer.getByRole('button', { name: 'Send email' }).click()
    await expect(answer.getByText('Please write at least 10 characters.')).toBeVisible()
    await answer.getByLabel('Your answer').fill('We have closed the visit for you.')
    const letter = answer.getByRole('region', { name: 'The email' })
    await expect(letter).toContainText('We answered your message')
    await expect(letter).toContainText('We have closed the visit for you.')
    await expectAccessible(page)
    await page.keyboard.press('Tab')
    await expect(answer.getByRole('button', { name: 'Send email' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(answer).toBeHidden()
    await expect(page.getByRole('region', { name: 'Messages' })).toContainText(
      'We have closed the visit',
    )
    await page.getByRole('button', { name: 'Write a note' }).click()
    await page.getByRole('dialog').getByLabel('Note').fill('Called her too.')
    await page.getByRole('button', { name: 'Save the note' }).click()
    await expect(page.getByRole('region', { name: 'Notes' })).toContainText('Called her too.')
    await page.getByRole('button', { name: 'Resolve', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Outcome').selectOption('Answered')
    await page.getByRole('dialog').getByLabel('What was found').fill('The visit is closed.')
    await page.getByRole('dialog').getByRole('button', { name: 'Resolve', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Reopen' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'History' })).toContainText(
      'Resolved · Olga Reis',
    )
  })

  await test.step('who is too late reads that it is closed', async () => {
    await other.getByRole('button', { name: 'Take over' }).click()
    const dialog = other.getByRole('dialog', { name: 'Take over this case' })
    await dialog.getByRole('button', { name: 'Take over' }).click()
    await expect(dialog.getByRole('alert')).toContainText('This is closed.')
    await dialog.getByRole('button', { name: 'Back' }).click()
    await expect(other.getByRole('button', { name: 'Take over' })).toBeHidden()
    await otherContext.close()
  })
})
