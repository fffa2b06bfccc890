import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { startDemoServer } from '../support/server/demo-server.ts'
import { expectAccessible, openScreen, test } from '../support/journey.ts'
import { act, operatorAt } from '../support/operators.ts'
import { subscribedProfessional } from '../support/paying.ts'
import { runServerProgram } from '../support/server/server-program.ts'

test.use({ expected: [/Failed to load resource: the server responded with a status of 40[13]/] })

const DAY_MS = 86_400_000
const payments = (page: Page) => page.getByRole('region', { name: 'Payments', exact: true })
const leads = (page: Page) => page.getByRole('region', { name: 'Leads', exact: true })

/** `npm run job -- renewals --at …`, on the data of a server that no other test uses. */
function renewalsAt(dataDir: string, at: Date): Promise<string> {
  return runServerProgram(dataDir, 'job', 'renewals', '--at', at.toISOString())
}

async function endOfPeriod(page: Page, id: string): Promise<number> {
  const status = await page.request.get(`/api/professional/leads-status/${id}`)
  const { period_end } = (await status.json()) as { period_end: string }
  return Date.parse(period_end)
}

// rule: subscription-states, accessibility
test('a failed renewal is shown, then ends the subscription, and the professional subscribes again', async ({
  browser,
  watch,
}) => {
  test.setTimeout(240_000)
  const server = await startDemoServer('off')
  const context = await browser.newContext({ baseURL: server.origin })
  await watch(context)
  const page = await context.newPage()
  try {
    const { id } = await subscribedProfessional(page, { outcome: 'paid', renewals: 'declined' })
    const end = await endOfPeriod(page, id)
    const subscription = page.getByRole('region', { name: 'Subscription', exact: true })

    await renewalsAt(server.dataDir, new Date(end + 60_000))
    await page.goto('/dashboard')
    await test.step('a renewal that fails shows a banner for 7 days, and the account stays active', async () => {
      const grace = page.getByRole('region', { name: "Your renewal wasn't paid" })
      await expect(grace).toContainText(/We'll keep trying automatically until \w+ \d+, \d{4}/)
      await expect(subscription).toContainText('Payment failed')
      await expect(leads(page)).toContainText('5 left')
      await expect(leads(page)).not.toContainText('5 more')
      await expect(page.getByRole('region', { name: 'Your account is inactive' })).toHaveCount(0)
      await expectAccessible(page)
    })
    await test.step('on a phone the banner leads to the subscription from every tab, also pressed again', async () => {
      await page.setViewportSize({ width: 390, height: 480 })
      await page.goto('/dashboard?tab=bookings')
      await expect(subscription).toBeHidden()
      const see = page.getByRole('link', { name: 'See subscription' })
      await see.click()
      await expect(subscription).toBeInViewport()
      await page.evaluate(() => window.scrollTo(0, 0))
      await expect(subscription).not.toBeInViewport()
      await see.click()
      await expect(subscription).toBeInViewport()
      await page.setViewportSize({ width: 1280, height: 720 })
    })
    await test.step('a declined renewal is listed among the payments as failed', async () => {
      await page.goto('/dashboard/billing')
      const items = payments(page).getByRole('listitem')
      await expect(items).toHaveCount(2)
      await expect(items.nth(0)).toContainText('Failed')
      await expect(items.nth(1)).toContainText('Paid')
      await page.goto('/dashboard')
    })

    for (const days of [1, 3, 5, 7]) {
      await renewalsAt(server.dataDir, new Date(end + days * DAY_MS + 120_000))
    }
    await page.reload()
    const inactive = page.getByRole('region', { name: 'Your account is inactive' })
    await test.step('a subscription that lapsed leaves the account inactive and its credits usable', async () => {
      await expect(inactive).toContainText('As long as you have lead credits left')
      await expect(subscription).toContainText('Ended')
      await expect(subscription).toContainText('You can still use your 5 remaining credits')
      await expectAccessible(page)
    })

    await test.step('the professional subscribes again and is active', async () => {
      await inactive.getByRole('button', { name: 'Subscribe again - $19.90/month' }).click()
      await page.getByRole('button', { name: 'Pay $19.90' }).click()
      await page.getByRole('link', { name: 'Go to dashboard now' }).click()
      await expect(subscription).toContainText('Active')
      await expect(leads(page)).toContainText(/10 left, 5 more on/)
      await expect(inactive).toHaveCount(0)
    })
  } finally {
    await context.close()
    await server.stop()
  }
})

// rule: credit-ledger
test('a subscription that renews, and a month that is refunded', async ({ browser, watch }) => {
  test.setTimeout(240_000)
  const server = await startDemoServer('off')
  const context = await browser.newContext({ baseURL: server.origin })
  await watch(context)
  const page = await context.newPage()
  try {
    const { id } = await subscribedProfessional(page)
    const end = await endOfPeriod(page, id)
    await renewalsAt(server.dataDir, new Date(end + 60_000))
    await page.clock.setFixedTime(end + DAY_MS)
    await page.goto('/dashboard')
    await test.step('a subscription that began earlier shows 2 monthly leads, with the actual number of credits beside it', async () => {
      await expect(leads(page)).toContainText('2 monthly leads')
      await expect(leads(page)).toContainText(/10 left, 5 more on \w+ \d+, \d{4}/)
      await expectAccessible(page)
    })

    await page.goto('/dashboard/billing')
    const invoice = payments(page).getByRole('link', { name: /^Invoice L-\d+$/ })
    const number = (await invoice.first().innerText()).replace('Invoice ', '')
    const operator = await operatorAt(browser, watch, server)
    await openScreen(operator, `/operator/payments/${number}`)
    const reason = "What was paid for wasn't delivered"
    await act(operator, { name: 'Refund', reason, text: 'The site was down for a week.' })
    await operator.context().close()
    // rule: refunds
    await test.step('a refunded month differs from a paid one, and is in no total', async () => {
      // The provider is asked to refund by a job.
      await expect(async () => {
        await page.reload()
        await expect(payments(page).getByRole('listitem').nth(0)).toContainText('Refunded', {
          timeout: 1000,
        })
      }).toPass()
      await expect(payments(page).getByRole('listitem').nth(1)).toContainText('Paid')
      await expect(page.getByRole('region', { name: 'Paid by year' })).toContainText('$19.90')
    })
    // rule: refunds
    await test.step('the ledger says which credits a refund has taken back', async () => {
      await page.goto('/dashboard/leads')
      const history = page.getByRole('region', { name: 'History' }).getByRole('listitem')
      await expect(history.first()).toContainText('5 unused credits were removed with a refund')
      await expect(history.first()).toContainText('Balance 5 credits')
      await expectAccessible(page)
    })
  } finally {
    await context.close()
    await server.stop()
  }
})
