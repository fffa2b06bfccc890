// rule: reports
import { expect } from '@playwright/test'
import { expectAccessible, test } from '../support/journey.ts'
import { openGroups } from '../support/open-group.ts'
import { newClient } from '../market/reviews/review-page.ts'

test('a client reports a professional, and finds the report in the settings', async ({ page }) => {
  await newClient(page, 'Ivy')
  await page.goto('/professional/grace-walker')
  await page.getByRole('button', { name: 'Report Grace Walker' }).click()
  const dialog = page.getByRole('dialog', { name: 'Report Grace Walker' })
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription('Please give a reason.')
  await dialog.getByLabel('Reason').selectOption("Asks for money or doesn't pay")
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(dialog.getByLabel('What happened?')).toHaveAccessibleDescription(
    'Please write a little more.',
  )
  await expectAccessible(page)
  await dialog.getByLabel('What happened?').fill('They asked me for a cheque.')
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByText('Thank you. We look at it within 24 hours.')).toBeVisible()
  await page.goto('/settings')
  await openGroups(page)
  const row = page.getByRole('listitem').filter({ hasText: "Asks for money or doesn't pay" })
  await expect(row).toContainText('Grace Walker')
  await expect(row).toContainText("We're looking into it")
})
