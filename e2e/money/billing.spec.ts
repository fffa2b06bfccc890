import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { answerWith } from '../support/server/answer-with.ts'
import { expectAccessible, test } from '../support/journey.ts'
import {
  newContact,
  openedCheckout,
  settleSimulatedCheckout,
  subscribedProfessional,
} from '../support/paying.ts'
import { savedProfessional } from '../support/profile-form.ts'
import { expectOneSheet } from '../support/sheets.ts'

const leads = (page: Page) => page.getByRole('region', { name: 'Leads', exact: true })
const subscription = (page: Page) => page.getByRole('region', { name: 'Subscription', exact: true })
const pay = (page: Page, card: string) => page.getByRole('radio', { name: card }).check()

// rule: activation, cancel-at-period-end
test('a professional activates: a declined card, a cancelled payment, a payment, a cancellation and a resumption', async ({
  page,
}) => {
  await savedProfessional(page)
  await page.goto('/dashboard')
  const inactive = page.getByRole('region', { name: 'Your account is inactive' })
  const activate = inactive.getByRole('button', { name: 'Activate account - $19.90/month' })
  // rule: activation
  await test.step('an inactive account has a banner with an activation button', async () => {
    await expect(activate).toBeVisible()
  })
  const offer = page.getByRole('region', { name: 'Get found by clients' })
  // rule: activation
  await test.step('a professional without a subscription sees the offer', async () => {
    await expect(offer).toContainText('$19.90 a month')
    await expect(offer).toContainText('5 leads')
  })
  // rule: activation
  await test.step('the subscription is promoted as saving $75, with the actual saving beside it', async () => {
    await expect(offer).toContainText('Saving $75')
    await expect(offer).toContainText('so you save $55.10 a month')
  })
  await expectAccessible(page)

  // rule: checkout-return
  await test.step('after a declined card and a cancelled payment the account stays inactive', async () => {
    await activate.click()
    await expect(page).toHaveURL(/\/simulated-checkout\/cs_/)
    await pay(page, 'A card that is declined')
    await page.getByRole('button', { name: 'Pay $19.90' }).click()
    await expect(page.getByRole('alert')).toContainText('Your card was declined')
    await page.getByRole('button', { name: 'Cancel and go back' }).click()
    await test.step('the dashboard accepts the query payment=cancel', () =>
      expect(page).toHaveURL(/\/dashboard\?payment=cancel$/))
    await test.step('the dashboard says: Payment cancelled. Your account is still inactive.', () =>
      expect(page.getByRole('alert')).toHaveText(
        'Payment cancelled. Your account is still inactive.',
      ))
    await expect(inactive).toBeVisible()
  })
  // rule: checkout-return
  await test.step('a payment is confirmed and leads back to the dashboard', async () => {
    await activate.click()
    await pay(page, 'A card that works')
    await page.getByRole('button', { name: 'Pay $19.90' }).click()
    await test.step('the page that confirms a payment is /payment-success', () =>
      expect(page).toHaveURL(/\/payment-success\?/))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Payment confirmed. Thank you!',
    )
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Go to dashboard now' }).click()
    await expect(inactive).toBeHidden()
  })
  // rule: credit-ledger
  await test.step('a subscription that began within the last 30 days shows 5 free leads, with the actual number of credits beside it', async () => {
    await expect(leads(page)).toContainText('5 free leads')
    await expect(leads(page)).toContainText(/5 left, 5 more on \w+ \d+, \d{4}/)
  })
  await test.step('a subscribed professional sees the active subscription and can manage it', async () => {
    await expect(subscription(page)).toContainText('Active')
    await expect(subscription(page)).toContainText(/\$19\.90 a month\. Renews automatically on/)
    await page.getByRole('heading', { name: 'Subscription', exact: true }).click()
    await expect(page.getByRole('group', { name: 'Manage subscription' })).toBeVisible()
  })
  await expectAccessible(page)

  const dialog = page.getByRole('dialog', { name: 'Cancel your subscription?' })
  await test.step('cancelling a subscription requires confirmation', async () => {
    await page.getByRole('link', { name: 'Cancel subscription' }).click()
    await expect(dialog).toContainText(
      /stays active until \w+ \d+, \d{4}, which is already paid for/,
    )
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Keep it' }).click()
    await expect(dialog).toBeHidden()
    await expect(subscription(page)).toContainText('Active')
  })
  await test.step('a cancelled subscription keeps its remaining credits', async () => {
    await page.getByRole('link', { name: 'Cancel subscription' }).click()
    await dialog.getByRole('button', { name: 'Yes, cancel' }).click()
    await expect(subscription(page)).toContainText('Canceled')
    await expect(subscription(page)).toContainText(/Your account stays active until/)
    await expect(leads(page)).toContainText('5 left')
    await expect(leads(page)).not.toContainText('5 more')
    await expect(inactive).toBeHidden()
  })
  await test.step('within the paid month a cancellation is withdrawn without a charge', async () => {
    await page.getByRole('button', { name: 'Keep my subscription' }).click()
    const message = page.getByText('Your subscription continues. Nothing was charged.')
    await expect(message).toBeVisible()
    await test.step('a temporary message is not printed', async () => {
      await page.emulateMedia({ media: 'print' })
      await expect(message).toBeHidden()
      await page.emulateMedia({ media: null })
    })
    await expect(subscription(page)).toContainText('Active')
    await page.getByRole('link', { name: 'Payments and invoices' }).click()
    await expect(page.getByText('Monthly subscription')).toHaveCount(1)
  })
})

// rule: credit-ledger
test('a professional runs out of leads and buys one, and every credit is explained', async ({
  page,
  playwright,
  baseURL,
}) => {
  const { id } = await subscribedProfessional(page)
  for (const name of ['Ada', 'Bea', 'Cleo', 'Dora', 'Edda', 'Flora']) {
    const client = await playwright.request.newContext({ baseURL })
    await newContact(client, id, name)
    await client.dispose()
  }
  await page.goto('/dashboard')
  // rule: credit-ledger
  await test.step('with zero credits an exhausted state offers pay-per-lead', async () => {
    await expect(leads(page)).toContainText("You've used all your leads")
    await expect(leads(page)).not.toContainText('free leads')
    await expect(leads(page)).toContainText(/0 left, 5 more on/)
    await expect(leads(page)).toContainText('1 client is waiting for a credit.')
    await expectAccessible(page)
  })
  // rule: prices
  await test.step('a lead costs $15', async () => {
    await leads(page).getByRole('button', { name: 'Buy a lead for $15.00' }).click()
    await expect(page).toHaveURL(/\/simulated-checkout\/cs_/)
    await page.getByRole('button', { name: 'Pay $15.00' }).click()
  })
  // rule: checkout-return
  await test.step('payment=success with session_id is processed and the dashboard shows it', async () => {
    await test.step('the dashboard accepts the query payment=success together with session_id', () =>
      expect(page).toHaveURL(/\/dashboard\?payment=success&session_id=cs_/))
    await expect(page.getByText('Payment received. Thank you!')).toBeVisible()
    await expect(leads(page)).not.toContainText('waits for a credit')
    await expect(leads(page)).toContainText("You've used all your leads")
    await expect(page).toHaveURL(/\/dashboard$/)
  })
  await test.step('the ledger explains every credit', async () => {
    // One link to it on the whole dashboard, beside the credits.
    await page.getByRole('link', { name: 'Credit history' }).click()
    const history = page.getByRole('region', { name: 'History' })
    await expect(history.getByRole('listitem')).toHaveCount(8)
    await expect(history.getByRole('listitem').nth(0)).toContainText(
      'Flora contacted you for the first time',
    )
    await expect(history.getByRole('listitem').nth(1)).toContainText('You bought a lead')
    await expect(history.getByRole('listitem').nth(7)).toContainText('You activated your account')
    await expect(history.getByRole('listitem').nth(7)).toContainText('Balance 5 credits')
    await expectAccessible(page)
  })
  await page.goto('/dashboard/billing')
  // rule: billing-history
  await test.step('the billing history shows amount, description, date and status of each payment', async () => {
    const payments = page.getByRole('region', { name: 'Payments', exact: true })
    await expect(payments.getByRole('listitem')).toHaveCount(2)
    await expect(payments.getByRole('listitem').first()).toContainText('Single lead')
    await expect(payments.getByRole('listitem').first()).toContainText('$15.00')
    await expect(payments.getByRole('listitem').first()).toContainText('Paid')
    await expect(page.getByRole('region', { name: 'Paid by year' })).toContainText('$34.90')
    await expectAccessible(page)
  })
  // rule: billing-history
  await test.step('the billing history can be downloaded as a table', async () => {
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download as CSV' }).click()
    expect((await download).suggestedFilename()).toBe('lustra-billing.csv')
  })
  // rule: billing-history
  await test.step('invoice_url opens a numbered invoice that prints on one sheet', async () => {
    await page
      .getByRole('link', { name: /^Invoice L-\d+$/ })
      .first()
      .click()
    await expect(page.getByRole('heading', { level: 1, name: 'Invoice' })).toBeVisible()
    await expect(page.getByRole('article')).toContainText('Robin Journey')
    await expect(page.getByRole('article')).toContainText('$15.00')
    await expectAccessible(page)
    await expectOneSheet(page)
    await page.reload()
    await expect(page.getByRole('article')).toContainText('$15.00')
    await expectOneSheet(page)
  })
  // rule: billing-history
  await test.step('an invoice prints dark on white and without controls, also in dark mode', async () => {
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    const article = page.getByRole('article')
    const lightness = (of: 'color' | 'backgroundColor') =>
      article.evaluate((element, property) => {
        const canvas = document.createElement('canvas').getContext('2d')!
        canvas.fillStyle = getComputedStyle(element)[property]
        canvas.fillRect(0, 0, 1, 1)
        return canvas.getImageData(0, 0, 1, 1).data[1]!
      }, of)
    expect(await lightness('color')).toBeLessThan(60)
    expect(await lightness('backgroundColor')).toBeGreaterThan(240)
    await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
    await expect(page.getByRole('banner').getByRole('link').first()).toBeHidden()
    await page.emulateMedia({ media: null, colorScheme: null })
  })
})

// rule: billing-history
test('each status of a payment has its own text', async ({ page }) => {
  await subscribedProfessional(page)
  type Billing = { billing_history: Record<string, unknown>[] }
  await answerWith(page, '**/api/professional/billing-history/*', (answer: Billing) => {
    const [item] = answer.billing_history
    const billing_history = ['paid', 'pending', 'failed', 'unheard-of'].map((status, number) => ({
      ...item,
      invoice_id: `L-90${number}`,
      status,
    }))
    return { ...answer, billing_history }
  })
  await page.goto('/dashboard/billing')
  await test.step('a payment is paid or pending, and any other value is treated as failed', async () => {
    const items = page.getByRole('region', { name: 'Payments', exact: true }).getByRole('listitem')
    await expect(items.nth(0)).toContainText('Paid')
    await expect(items.nth(1)).toContainText('Pending')
    await expect(items.nth(2)).toContainText('Failed')
    await expect(items.nth(3)).toContainText('Failed')
  })
})

// rule: checkout-return
test('the return from a payment keeps its timings', async ({ page }) => {
  const { id } = await savedProfessional(page)
  const renewUntil = (isReached: () => Promise<boolean>) =>
    expect
      .poll(
        async () => {
          await page.clock.runFor(20)
          return isReached()
        },
        { intervals: [10] },
      )
      .toBe(true)
  await page.clock.install()
  await page.clock.pauseAt(new Date(Date.now() + 1000))
  await page.goto('/dashboard?payment=cancel')
  const cancelled = page.getByText('Payment cancelled. Your account is still inactive.')
  await renewUntil(() => cancelled.isVisible())
  await test.step('payment=cancel shows a message for 5 s', async () => {
    await page.clock.runFor(4400)
    await expect(cancelled).toBeVisible()
    await expect(page).toHaveURL(/payment=cancel/)
    await page.clock.runFor(700)
    await expect(cancelled).toBeHidden()
  })
  await test.step('the query string is cleared after 5 s', async () => {
    await expect(page).toHaveURL(/\/dashboard$/)
  })

  const session = await openedCheckout(page, id, 'subscription')
  await settleSimulatedCheckout(page, session, { outcome: 'paid' })
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/professional/dashboard/')) calls.push(request.url())
  })
  await page.goto(`/dashboard?payment=success&session_id=${session}`)
  const received = page.getByText('Payment received. Thank you!')
  await renewUntil(() => received.isVisible())
  await test.step('the dashboard is requested with process_payment=success and the session_id', async () => {
    expect(calls.join(' ')).toContain(`process_payment=success&session_id=${session}`)
  })
  await test.step('the dashboard is refreshed 1 s after a successful payment', async () => {
    const before = calls.length
    await page.clock.runFor(500)
    expect(calls.length).toBe(before)
    await page.clock.runFor(600)
    await expect.poll(() => calls.length).toBe(before + 1)
    await renewUntil(() => leads(page).isVisible())
  })

  await page.goto(`/payment-success?user_id=${id}&session_id=${session}`)
  const done = page.getByRole('heading', { name: 'Payment confirmed. Thank you!' })
  await renewUntil(() => done.isVisible())
  await test.step('the payment-success page leads to the dashboard after 5 s', async () => {
    await page.clock.runFor(4400)
    await expect(page).toHaveURL(/\/payment-success/)
    await page.clock.runFor(700)
    await expect(page).toHaveURL(/\/dashboard$/)
  })
})
