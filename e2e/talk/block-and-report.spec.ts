import { expect } from '@playwright/test'
import { DEMO_PEOPLE } from '../../server/demo/market/demo-people.ts'
import { test } from '../support/journey.ts'
import { contactAsNewClient, field } from '../support/conversation.ts'

// rule: block
// rule: block
test('a blocked person cannot write until unblocked; a report is sent with a reason', async ({
  page,
}) => {
  const { professionalId } = await contactAsNewClient(page, DEMO_PEOPLE.lucia)
  await page.goto(`/messages/${professionalId}`)
  const more = page.getByRole('button', { name: 'Block or report' })
  await more.click()
  await page.getByRole('button', { name: 'Block', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Block', exact: true }).click()
  await expect(page.getByText(/^You blocked /)).toBeVisible()
  await expect(field(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Unblock' }).click()
  await expect(field(page)).toBeVisible()
  await more.click()
  await page.getByRole('button', { name: 'Report', exact: true }).click()
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(dialog.getByText('Please give a reason.')).toBeVisible()
  await dialog.getByLabel('What happened?').fill('Only a journey')
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByText('Thank you. We look at it within 24 hours.')).toBeVisible()
})
