// rule: offline
import { expect } from '@playwright/test'
import { test } from '../support/journey.ts'
import { translationsIn } from '../support/translations.ts'

const t = translationsIn('en')

// Offline the browser reports each failed request, and the screen's error boundary reports the missing code.
test.use({ expected: [/./] })

test('a screen whose code was never stored says so offline, and opens by itself with the connection', async ({
  page,
  context,
}) => {
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await page.getByRole('link', { name: t('app:nav.login') }).click()
  await expect(page.getByRole('heading', { name: t('app:crash.offline') })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('textbox', { name: t('identity:email') })).toBeVisible()
})
