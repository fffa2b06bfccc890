// rule: activation, checkout-return, provider-unavailable
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { expectAccessible, logIn, test } from '../support/journey.ts'
import {
  openedCheckout,
  settleSimulatedCheckout,
  subscribedProfessional,
} from '../support/paying.ts'
import { PASSWORD, savedProfessional } from '../support/profile-form.ts'

// The browser logs every failed request to the console.
test.use({ expected: [/Failed to load resource/] })

const DOWN = {
  status: 503,
  json: { code: 'payments_unavailable', detail: "We can't reach the payment service right now." },
}
const alert = (page: Page) => page.getByRole('alert')

test('a failed activation shows its message in Portuguese and English', async ({ page }) => {
  await savedProfessional(page)
  await page.route('**/api/professional/activate/*', (route) => route.fulfill(DOWN))
  await page.goto('/dashboard')
  await test.step('the activation has alerts in Portuguese, plus Activation failed', async () => {
    await page
      .getByRole('region', { name: 'Your account is inactive' })
      .getByRole('button', { name: /Activate account/ })
      .click()
    await expect(alert(page)).toContainText('Não foi possível ativar a conta')
    await expect(alert(page)).toContainText('Activation failed')
    await expectAccessible(page)
  })
})

test('a lead that cannot be bought, and a subscription that cannot be cancelled, say why', async ({
  page,
}) => {
  await subscribedProfessional(page)
  await page.goto('/dashboard')
  const buy = page.getByRole('button', { name: 'Buy a lead for $15.00' })
  await page.getByRole('heading', { name: 'Leads', exact: true }).click()
  await page.getByRole('heading', { name: 'Subscription', exact: true }).click()
  await test.step('Error processing payment. Please try again.', async () => {
    await page.route('**/api/payments/lead-payment', (route) => route.fulfill(DOWN))
    await buy.click()
    await expect(alert(page)).toHaveText('Error processing payment. Please try again.')
  })
  await alert(page).getByRole('button', { name: 'Dismiss' }).click()
  await page.unroute('**/api/payments/lead-payment')
  await test.step('Error processing payment. Please check your connection.', async () => {
    await page.route('**/api/payments/lead-payment', (route) => route.abort())
    await buy.click()
    await expect(alert(page)).toHaveText('Error processing payment. Please check your connection.')
  })
  await alert(page).getByRole('button', { name: 'Dismiss' }).click()

  await page.getByRole('link', { name: 'Cancel subscription' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel your subscription?' })
  const confirm = dialog.getByRole('button', { name: 'Yes, cancel' })
  const CANCEL = '**/api/professional/cancel-subscription**'
  await test.step('Error cancelling subscription, with the detail', async () => {
    await page.route(CANCEL, (route) => route.fulfill(DOWN))
    await confirm.click()
    await expect(dialog.getByRole('alert')).toHaveText(
      "Error cancelling subscription: We can't reach the payment service right now. Please try again in a moment.",
    )
  })
  await page.unroute(CANCEL)
  await test.step('cancelling without a network says that the connection failed', async () => {
    await page.route(CANCEL, (route) => route.abort())
    await confirm.click()
    await expect(dialog.getByRole('alert')).toContainText('Connection error')
  })
})

test('a payment that cannot be confirmed says why, and charges nothing twice', async ({ page }) => {
  const { id, email } = await savedProfessional(page)
  await test.step('Invalid payment parameters', async () => {
    await page.goto('/payment-success')
    await expect(alert(page)).toHaveText('Invalid payment parameters')
    await page.goto(`/payment-success?user_id=${id}&session_id=cs_made_up`)
    await expect(alert(page)).toHaveText('Invalid payment parameters')
    await expectAccessible(page)
  })
  const session = await openedCheckout(page, id, 'subscription')
  const address = `/payment-success?user_id=${id}&session_id=${session}`
  await test.step('Error processing payment', async () => {
    await page.goto(address)
    await expect(alert(page)).toHaveText('Error processing payment')
  })
  await test.step('Payment processed but activation failed. Please contact support.', async () => {
    await page.goto(`/dashboard?payment=success&session_id=${session}`)
    await expect(alert(page)).toHaveText(
      'Payment processed but activation failed. Please contact support.',
    )
    await expect(page.getByRole('region', { name: 'Your account is inactive' })).toBeVisible()
  })
  await settleSimulatedCheckout(page, session, { outcome: 'paid' })
  await test.step('Connection error while processing payment', async () => {
    await page.route(/\/payment-success\?/, (route) =>
      route.request().resourceType() === 'fetch' ? route.abort() : route.continue(),
    )
    await page.goto(address)
    await expect(alert(page)).toHaveText('Connection error while processing payment')
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Payment confirmed. Thank you!',
    )
  })
  await test.step('a loading message is shown while the payment is confirmed', async () => {
    const gate = Promise.withResolvers<void>()
    await page.route(/\/payment-success\?/, async (route) => {
      if (route.request().resourceType() === 'fetch') await gate.promise
      await route.continue()
    })
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirming your payment...')
    gate.resolve()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Payment confirmed. Thank you!',
    )
    await page.unrouteAll()
  })
  await test.step('a user who logged out returns to the confirmation after login', async () => {
    await page.context().clearCookies()
    await page.goto(address)
    await expect(page).toHaveURL(/\/login\?next=/)
    await logIn(page, email, PASSWORD)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Payment confirmed. Thank you!',
    )
  })
})
