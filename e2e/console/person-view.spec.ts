// rule: seeing-as-a-person, finding, actions
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { expectAccessible, test } from '../support/journey.ts'
import { newClient } from '../support/new-client.ts'
import { confirmByPasskey, newOperator } from '../support/operators.ts'
import { translationsIn } from '../support/translations.ts'
import { openGroups } from '../support/open-group.ts'

const t = translationsIn('en')
const BANNER = /^You are viewing the account of Robin Journey until .+\. Nothing can be changed\.$/

// The confirmation, and the reads and the change that a view does not have.
test.use({
  expected: [/status of 40[13]|You are viewing another person's account/],
})

test('an operator finds a person, sees what they see without changing it, and leaves', async ({
  page,
  browser,
  watch,
}) => {
  test.setTimeout(90_000)
  const context = await browser.newContext()
  await watch(context)
  const { email } = await newClient(await context.newPage())
  await context.close()
  await newOperator(page, 'Olga Reis')

  await test.step('the view begins at the page of the person, with a confirmation', async () => {
    await page.getByRole('link', { name: 'Search', exact: true }).click()
    await page.getByRole('searchbox').fill(email)
    await page.keyboard.press('Enter')
    await page
      .getByRole('list', { name: 'People' })
      .getByRole('link', { name: /Robin Journey/ })
      .click()
    await act(page, 'View as this person', 'Requested', 'You asked us what your settings show.')
    await confirmByPasskey(page)
    await expect(page.getByText(BANNER)).toBeVisible()
  })

  await test.step('the console goes on meanwhile', async () => {
    await page.goto('/operator/claims', { waitUntil: 'load' })
    await expect(page.getByRole('button', { name: 'Hide the claim' }).first()).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('a change is refused, and leaving goes back to the console', async () => {
    await page.goto('/settings')
    await expect(page.getByText(BANNER)).toBeVisible()
    await openGroups(page)
    await expect(page.getByText(t('loading:not_in_view')).first()).toBeVisible()
    await expect(page.getByRole('button', { name: t('loading:try_again') })).toHaveCount(0)
    await expectAccessible(page)
    const details = page.getByRole('region', { name: t('account:details.title'), exact: true })
    await details.getByLabel(t('account:details.first_name'), { exact: true }).fill('Robert')
    await details.getByRole('button', { name: t('account:details.save'), exact: true }).click()
    await expect(details.getByText(t('errors:view_is_read_only'))).toBeVisible()
    await page.getByRole('button', { name: t('account:view.leave') }).click()
    await expect(page.getByRole('heading', { name: 'Robin Journey', level: 1 })).toBeVisible()
  })
})

/** Opens the dialog of an action, and sends it. */
async function act(page: Page, name: string, reason: string, text: string): Promise<void> {
  await page.getByRole('button', { name }).click()
  const dialog = page.getByRole('dialog', { name })
  await dialog.getByLabel('Reason', { exact: true }).selectOption(reason)
  await dialog.getByLabel('What the person reads', { exact: true }).fill(text)
  await expect(dialog.getByRole('region', { name: 'The email' })).toContainText(text)
  await dialog.getByRole('button', { name, exact: true }).click()
}
