// rule: dashboard-banners
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { startDemoServer } from '../../support/server/demo-server.ts'
import { expectAccessible, openScreen, test } from '../../support/journey.ts'
import { act, operatorAt } from '../../support/operators.ts'
import { openedCheckout, settleSimulatedCheckout } from '../../support/paying.ts'
import { newProfessional, savedProfessional } from '../../support/profile-form.ts'
import { runServerProgram } from '../../support/server/server-program.ts'

test.use({ expected: [/Failed to load resource: the server responded with a status of 40[139]/] })

const DAY_MS = 86_400_000
/** Valid for the form but never issued to anybody, so an operator decides. */
const NEVER_ISSUED = '900-12-3456'

const banner = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

async function submitNumber(page: Page, opener: string) {
  await page.getByRole('link', { name: opener }).click()
  const dialog = page.getByRole('dialog', { name: 'Get a background check' })
  await dialog.getByLabel('I agree that my background is checked').check()
  await dialog.getByLabel('Social Security Number', { exact: true }).fill(NEVER_ISSUED)
  await dialog.getByRole('button', { name: 'Send for verification' }).click()
  await expect(dialog).toHaveCount(0)
}

test('the dashboard shows each state of account and verification, on a phone', async ({
  browser,
  watch,
}) => {
  test.setTimeout(180_000)
  const server = await startDemoServer('off')
  const context = await browser.newContext({
    baseURL: server.origin,
    viewport: { width: 390, height: 844 },
    reducedMotion: 'reduce',
  })
  await watch(context)
  const page = await context.newPage()
  const openDashboard = async () => {
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  }
  const expectShareLinks = async (count: 0 | 1) => {
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await expect(page.getByRole('link', { name: 'Share Profile' })).toHaveCount(count)
    await page.keyboard.press('Escape')
  }
  try {
    await newProfessional(page)
    await openDashboard()
    await test.step('without a profile there is a link to write one, and no subscription is offered', async () => {
      await expect(banner(page, "You don't have a public profile yet")).toBeVisible()
      await expect(banner(page, 'Your account is inactive')).toHaveCount(0)
      await expect(banner(page, 'Subscription')).toHaveCount(0)
      await expect(page.getByText('0 of 6 done')).toBeVisible()
      await expectAccessible(page)
    })
    await test.step('what needs a profile leads to its form, and does not say that something failed', async () => {
      for (const path of ['/dashboard?tab=profile', '/dashboard/week']) {
        await openScreen(page, path)
        await expect(
          page.getByRole('heading', { name: 'Complete your profile first' }),
        ).toBeVisible()
        await expect(page.getByRole('link', { name: 'To your profile' })).toHaveAttribute(
          'href',
          '/dashboard/profile',
        )
        await expect(page.getByRole('alert')).toHaveCount(0)
      }
    })

    // A page that is open while another user signs in reloads itself, which would end the next load.
    await page.goto('about:blank')
    const { id, email } = await savedProfessional(page)
    await openDashboard()
    await test.step('an inactive account shows the activation banner, and its profile cannot be shared', async () => {
      const inactive = banner(page, 'Your account is inactive')
      await expect(inactive.getByRole('button')).toHaveText(/\$19\.90/)
      await expectShareLinks(0)
      await expectAccessible(page)
    })

    const session = await openedCheckout(page, id, 'subscription')
    await settleSimulatedCheckout(page, session, { outcome: 'paid' })
    await page.goto(`/dashboard?payment=success&session_id=${session}`)
    await test.step('an active account has no activation banner, and its profile can be shared', async () => {
      await expect(banner(page, 'Subscription')).toContainText('Active')
      await expect(banner(page, 'Your account is inactive')).toHaveCount(0)
      await expectShareLinks(1)
    })

    await test.step('pending verification has its banner while an operator decides', async () => {
      await openDashboard()
      await submitNumber(page, 'Get verified')
      await expect(banner(page, 'Your verification is in progress')).toBeVisible()
    })
    const operator = await operatorAt(browser, watch, server)
    await test.step('a rejected check says what it means and what can be done, to the professional only', async () => {
      await decideCheck(operator, id, NOTICE)
      const in8Days = new Date(Date.now() + 8 * 86_400_000).toISOString()
      await runServerProgram(server.dataDir, 'job', 'stand-rejections', '--at', in8Days)
      await openDashboard()
      const rejected = banner(page, 'Your background check was not approved')
      await expect(rejected).toContainText('enter your number again')
      await expect(rejected).not.toContainText('no match')
      await expect(banner(page, 'Get your verified badge')).toHaveCount(0)
      await expectAccessible(page)
      const answer = await page.request.get(`/api/professional/public-view/${id}`)
      expect(await answer.text()).not.toContain('reject')
      const notices = page.getByRole('dialog', { name: 'Notifications' })
      const notice = notices.getByRole('link', { name: /Your background check was not approved/ })
      await expect(async () => {
        await openDashboard()
        await page.getByRole('button', { name: /^Notifications \d+ unread/ }).click()
        await expect(notice).toBeVisible()
      }).toPass({ timeout: 20_000 })
      await notice.click()
      await expect(page.getByRole('dialog', { name: 'Get a background check' })).toBeVisible()
      await openDashboard()
      await submitNumber(page, 'Enter my number again')
      await expect(banner(page, 'Your verification is in progress')).toBeVisible()
      await expect(rejected).toHaveCount(0)
    })
    await test.step('a check that an operator approved has its banner', async () => {
      await decideCheck(operator, id, {
        name: 'Approve the check',
        reason: 'Nothing was found in the records',
        text: 'We found nothing in the records.',
      })
      await openDashboard()
      await expect(
        page.getByRole('status', { name: 'Congratulations, you are verified!' }),
      ).toBeVisible()
    })
    await test.step('a withdrawn approval has its banner, and the badge is gone', async () => {
      const why = ['--reason', 'withdrawn'] as const
      await runServerProgram(server.dataDir, 'operator', 'verify', 'free', email, ...why)
      await openDashboard()
      await expect(banner(page, 'Get your verified badge')).toBeVisible()
      const answer = await page.request.get(`/api/professional/public-view/${id}`)
      const { professional } = (await answer.json()) as {
        professional: { isBackgroundCheckVerified: boolean }
      }
      expect(professional.isBackgroundCheckVerified).toBe(false)
    })
    await test.step('a notice before a rejection can be disputed', async () => {
      await submitNumber(page, 'Get verified')
      await decideCheck(operator, id, NOTICE)
      await operator.context().close()
      await openDashboard()
      await disputeNotice(page)
    })

    await test.step('after cancelling, the account is active and can be shared until the paid period ends', async () => {
      const cancelled = await page.request.post(
        `/api/professional/cancel-subscription?user_id=${id}`,
      )
      expect(cancelled.ok()).toBe(true)
      await openDashboard()
      await expect(banner(page, 'Your account is inactive')).toHaveCount(0)
      await expectShareLinks(1)
      await page.goto('/dashboard?open=share')
      const dialog = page.getByRole('dialog', { name: 'Share your profile' })
      await expect(dialog.getByLabel('Your link')).toHaveValue(/\/professional\/robin-journey/)
    })
    await test.step('after the paid period the account is inactive and cannot be shared, also with credits', async () => {
      const at = new Date(Date.now() + 40 * DAY_MS).toISOString()
      await runServerProgram(server.dataDir, 'job', 'renewals', '--at', at)
      await openDashboard()
      await expect(banner(page, 'Your account is inactive')).toContainText(
        'As long as you have lead credits left',
      )
      await expectShareLinks(0)
      await expectAccessible(page)
    })
  } finally {
    await context.close()
    await server.stop()
  }
})

const NOTICE = {
  name: 'Send a warning before deciding',
  reason: "The number doesn't match the name",
  text: 'There is no match for this number.',
}

/** An operator takes the case of a check that waits, and decides it. */
async function decideCheck(operator: Page, personId: string, action: typeof NOTICE) {
  const params = { queue: 'verification', state: 'open', person_id: personId }
  const answer = await operator.request.get('/api/operator/cases', { params })
  const { cases } = (await answer.json()) as { cases: { id: string }[] }
  await openScreen(operator, `/operator/queues/verification/${cases[0]!.id}`)
  await operator.getByRole('button', { name: 'Assign to me' }).click()
  await act(operator, action)
}

/** The professional reads the notice before a rejection, and disputes it. rule: rejection-notice */
async function disputeNotice(page: Page): Promise<void> {
  const notice = banner(page, 'Before we decide')
  await expect(notice).toContainText('no match')
  await expectAccessible(page)
  await notice.getByRole('link', { name: 'Dispute this' }).click()
  const dialog = page.getByRole('dialog', { name: 'Dispute this' })
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog.getByRole('textbox')).toHaveAccessibleDescription(
    /Please write a little more\./,
  )
  await dialog.getByRole('textbox').fill('I took another name in May of this year.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(notice).toContainText('Someone else on our team will decide.')
}
