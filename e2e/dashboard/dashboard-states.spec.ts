import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { startDemoServer } from '../support/demo-server.ts'
import { expectAccessible, test } from '../support/journey.ts'
import { openedCheckout, settleSimulatedCheckout } from '../support/paying.ts'
import { newProfessional, savedProfessional } from '../support/profile-form.ts'

const DAY_MS = 86_400_000
/** Passes the rule of the form and was never issued to anybody: an operator decides. */
const NEVER_ISSUED = '900-12-3456'

/** A program of the server by hand, on the data of a server; answers what it said. */
async function byHand(dataDir: string, program: string, ...words: string[]): Promise<string> {
  const child = spawn(process.execPath, [`server/src/${program}.ts`, ...words], {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  expect(code).toBe(0)
  return said
}

const banner = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

async function giveNumber(page: Page, opener: string) {
  await page.getByRole('link', { name: opener }).click()
  const dialog = page.getByRole('dialog', { name: 'Verify your background' })
  await dialog.getByLabel('I agree that my background is checked').check()
  await dialog.getByLabel('Social Security Number', { exact: true }).fill(NEVER_ISSUED)
  await dialog.getByRole('button', { name: 'Send for verification' }).click()
  await expect(dialog).toHaveCount(0)
}

test('the dashboard in each of its states, on a phone', async ({ browser, watch }) => {
  test.setTimeout(180_000)
  const server = await startDemoServer('off')
  const context = await browser.newContext({
    baseURL: server.origin,
    viewport: { width: 390, height: 844 },
    reducedMotion: 'reduce',
  })
  await watch(context)
  const page = await context.newPage()
  const shown = async () => {
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  }
  const mayShare = async (count: 0 | 1) => {
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await expect(page.getByRole('link', { name: 'Share Profile' })).toHaveCount(count)
    await page.keyboard.press('Escape')
  }
  try {
    await newProfessional(page)
    await shown()
    await test.step('who has no profile is led to write one, and sees nothing to pay for yet', async () => {
      await expect(banner(page, 'You have no public profile yet')).toBeVisible()
      await expect(banner(page, 'Your account is inactive')).toHaveCount(0)
      await expect(banner(page, 'Subscription')).toHaveCount(0)
      await expect(page.getByRole('heading', { name: 'No request is waiting' })).toBeVisible()
      await expectAccessible(page)
    })

    const { id, email } = await savedProfessional(page)
    await shown()
    await test.step('P 4: an inactive account shows the activation banner, and her profile cannot be shared', async () => {
      const inactive = banner(page, 'Your account is inactive')
      await expect(inactive.getByRole('button')).toHaveText(/\$19\.90/)
      await mayShare(0)
      await expectAccessible(page)
    })

    const session = await openedCheckout(page, id, 'subscription')
    await settleSimulatedCheckout(page, session, { outcome: 'paid' })
    await page.goto(`/dashboard?payment=success&session_id=${session}`)
    await test.step('P 4: an active account has no activation banner, and its profile can be shared', async () => {
      await expect(banner(page, 'Subscription')).toContainText('Active')
      await expect(banner(page, 'Your account is inactive')).toHaveCount(0)
      await mayShare(1)
    })

    await test.step('P 2.3: pending verification has its banner while an operator decides', async () => {
      await shown()
      await giveNumber(page, 'Get verified')
      await expect(banner(page, 'Your verification is under way')).toBeVisible()
      expect(await byHand(server.dataDir, 'operator', 'verify')).toContain(email)
    })
    await test.step('who is not approved is told what it means and what she can do, and nobody else is', async () => {
      await byHand(server.dataDir, 'operator', 'verify', 'reject', email, '--reason', 'no match')
      await shown()
      const told = banner(page, 'Your background check was not approved')
      await expect(told).toContainText('give your number again')
      await expect(told).not.toContainText('no match')
      await expect(banner(page, 'Get your verified badge')).toHaveCount(0)
      await expectAccessible(page)
      const answer = await page.request.get(`/api/professional/public-view/${id}`)
      expect(await answer.text()).not.toContain('reject')
      const notices = page.getByRole('dialog', { name: 'Notices' })
      const heard = notices.getByRole('link', { name: /Your background check was not approved/ })
      await expect(async () => {
        await shown()
        await page.getByRole('button', { name: /^Notices \d+ unread/ }).click()
        await expect(heard).toBeVisible()
      }).toPass({ timeout: 20_000 })
      await heard.click()
      await expect(page.getByRole('dialog', { name: 'Verify your background' })).toBeVisible()
      await shown()
      await giveNumber(page, 'Give my number again')
      await expect(banner(page, 'Your verification is under way')).toBeVisible()
      await expect(told).toHaveCount(0)
    })
    await test.step('P 2.3: who is approved by an operator is congratulated', async () => {
      await byHand(server.dataDir, 'operator', 'verify', 'approve', email)
      await shown()
      await expect(banner(page, 'Congratulations, you are verified!')).toBeVisible()
    })
    await test.step('an approval that is taken back is told too, and the badge is gone', async () => {
      await byHand(server.dataDir, 'operator', 'verify', 'reject', email)
      await shown()
      await expect(banner(page, 'Your background check was not approved')).toBeVisible()
      const answer = await page.request.get(`/api/professional/public-view/${id}`)
      const { professional } = (await answer.json()) as {
        professional: { isBackgroundCheckVerified: boolean }
      }
      expect(professional.isBackgroundCheckVerified).toBe(false)
    })

    await test.step('P 6: cancelled, the account is active and can be shared until the paid period ends', async () => {
      const cancelled = await page.request.post(
        `/api/professional/cancel-subscription?user_id=${id}`,
      )
      expect(cancelled.ok()).toBe(true)
      await shown()
      await expect(banner(page, 'Your account is inactive')).toHaveCount(0)
      await mayShare(1)
      await page.goto('/dashboard?open=share')
      const dialog = page.getByRole('dialog', { name: 'Share your profile' })
      await expect(dialog.getByLabel('Your link')).toHaveValue(/\/professional\/robin-journey/)
    })
    await test.step('P 6: after the paid period she is inactive and shares no more, credits or not', async () => {
      const at = new Date(Date.now() + 40 * DAY_MS).toISOString()
      await byHand(server.dataDir, 'job', 'renewals', '--at', at)
      await shown()
      await expect(banner(page, 'Your account is inactive')).toContainText(
        'As long as you have lead credits left',
      )
      await mayShare(0)
      await expectAccessible(page)
    })
  } finally {
    await context.close()
    await server.stop()
  }
})
