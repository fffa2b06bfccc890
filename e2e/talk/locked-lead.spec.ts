import { expect } from '@playwright/test'
import { DEMO_PEOPLE } from '../../server/demo/market/demo-people.ts'
import { test } from '../support/journey.ts'
import {
  contactAsNewClient,
  field,
  log,
  openProfessionalBrowser,
  send,
  uniqueText,
} from '../support/conversation.ts'

// rule: conversation-access
test('of a locked lead the professional sees the first name only, and can buy a lead to open it', async ({
  page,
  browser,
  watch,
}) => {
  const { client, professionalId } = await contactAsNewClient(page, DEMO_PEOPLE.lucia)
  await page.goto(`/messages/${professionalId}`)
  const secret = uniqueText('My gate code is blue')
  await field(page).fill(secret)
  await send(page).click()
  await expect(log(page).getByText(/· Sent$/)).toBeVisible()

  const { page: lucia, context } = await openProfessionalBrowser(browser, watch, DEMO_PEOPLE.lucia)
  await lucia.goto(`/messages/${client.id}`)
  await expect(
    lucia.getByText('No lead credits left. Buy a lead to open this conversation.'),
  ).toBeVisible()
  await expect(lucia.getByRole('heading', { name: 'Robin', exact: true })).toBeVisible()
  await expect(lucia.getByText('Journey')).toHaveCount(0)
  await expect(lucia.getByText(secret)).toHaveCount(0)
  await expect(field(lucia)).toHaveCount(0)
  await lucia.getByRole('button', { name: 'Buy a lead for $15.00' }).click()
  await expect(lucia).toHaveURL(/checkout/)
  await context.close()
})
