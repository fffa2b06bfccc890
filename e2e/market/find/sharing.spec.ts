// rule: sharing
import { expect } from '@playwright/test'
import { DEMO_PEOPLE, DEMO_PASSWORD } from '../../../server/demo/market/demo-people.ts'
import { logIn, test } from '../../support/journey.ts'

const FAILED = /Failed to load resource/

// rule: accessibility
test('a professional shares their profile', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.clock.install()
  await logIn(page, DEMO_PEOPLE.ana.email, DEMO_PASSWORD)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Share Profile' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share your profile' })
  const link = dialog.getByLabel('Your link')

  await test.step('a dialog shows the address of the profile', async () => {
    await expect(link).toHaveValue(/^http.*\/professional\/ana-souza$/)
  })
  await test.step('copying is confirmed for 2 s', async () => {
    await dialog.getByRole('button', { name: 'Copy' }).click()
    await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await link.inputValue())
    await page.clock.fastForward(2000)
    await expect(dialog.getByRole('button', { name: 'Copy', exact: true })).toBeVisible()
  })
  await test.step('the four networks are Facebook, Twitter, LinkedIn and WhatsApp', async () => {
    const address = encodeURIComponent(await link.inputValue())
    const places = {
      Facebook: 'https://www.facebook.com/',
      'X (Twitter)': 'https://twitter.com/',
      LinkedIn: 'https://www.linkedin.com/',
      WhatsApp: 'https://wa.me/',
    }
    for (const [name, place] of Object.entries(places)) {
      const href = await dialog.getByRole('link', { name }).getAttribute('href')
      expect(href).toContain(place)
      expect(href).toContain(address)
    }
  })
  await test.step('a QR code has the same address', async () => {
    const label = `QR code that opens ${await link.inputValue()}`
    await expect(dialog.getByRole('img', { name: label })).toBeVisible()
  })
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('link', { name: 'Share Profile' })).toBeFocused()
})

test.describe('failures', () => {
  test.use({ expected: [FAILED] })

  test('a failed link shows a message, and Try Again loads it', async ({ page }) => {
    const call = '**/api/professional/share-link/*'
    await logIn(page, DEMO_PEOPLE.ana.email, DEMO_PASSWORD)
    await page.route(call, (route) => route.fulfill({ status: 502, body: 'Bad gateway' }))
    await page.goto('/dashboard?open=share')
    const dialog = page.getByRole('dialog', { name: 'Share your profile' })
    await test.step('the message is Unable to generate share link', async () => {
      await expect(dialog.getByRole('alert')).toHaveText('Unable to generate share link')
    })
    await page.unroute(call)
    await dialog.getByRole('button', { name: 'Try Again' }).click()
    await expect(dialog.getByLabel('Your link')).toBeVisible()
  })
})
