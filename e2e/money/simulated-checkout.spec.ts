// rule: simulated-payments, prices
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { DEMO_PEOPLE, DEMO_PASSWORD } from '../../server/demo/market/demo-people.ts'
import { logIn, test } from '../support/journey.ts'

test.use({ expected: [/Failed to load resource/] })

/** Opens a checkout for a single lead and its hosted page, as 'Buy a lead' does. */
async function toCheckout(page: Page) {
  const user = await (await page.request.get('/api/auth/me')).json()
  const { checkout_url: url } = await (
    await page.request.post('/api/payments/lead-payment', { data: { professional_id: user.id } })
  ).json()
  await page.goto(new URL(url).pathname)
  return { me: user, path: new URL(url).pathname }
}

const credits = async (page: Page, id: string) =>
  (await (await page.request.get(`/api/professional/leads-status/${id}`)).json()).leadCredits

test('a professional’s card is declined, another one pays, and one credit is added', async ({
  page,
}) => {
  await logIn(page, DEMO_PEOPLE.grace.email, DEMO_PASSWORD)
  const { me: user, path } = await toCheckout(page)
  const before = await credits(page, user.id)
  await test.step('a single lead costs $15.00 at the hosted page, which says that no money moves', async () => {
    await expect(page.getByText('This is only for practice.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Pay $15.00' })).toBeVisible()
  })
  await page.getByRole('radio', { name: 'A card that is declined' }).check()
  await page.getByRole('button', { name: 'Pay $15.00' }).click()
  await expect(page.getByRole('alert')).toHaveText(/Your card was declined\. You weren't charged\./)
  expect(await credits(page, user.id)).toBe(before)

  await page.getByRole('radio', { name: 'A card that works' }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard/)
  await expect.poll(() => credits(page, user.id)).toBe(before + 1)

  await page.goto(path)
  await expect(page.getByText('Already paid.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Continue' })).toBeVisible()
})

test('a checkout page that a professional leaves is closed, and other users cannot open it', async ({
  page,
  browser,
  baseURL,
}) => {
  await logIn(page, DEMO_PEOPLE.grace.email, DEMO_PASSWORD)
  const { path } = await toCheckout(page)
  await page.getByRole('button', { name: 'Cancel and go back' }).click()
  await expect(page).toHaveURL(/\/dashboard\?payment=cancel/)
  await page.goto(path)
  await expect(page.getByRole('alert')).toHaveText('You left this page without paying.')

  const other = await browser.newPage(baseURL === undefined ? {} : { baseURL })
  await logIn(other, DEMO_PEOPLE.ana.email, DEMO_PASSWORD)
  await other.goto(path)
  await expect(
    other
      .getByText('Não encontramos esta página de pagamento')
      .or(other.getByText("We can't find this payment page")),
  ).toBeVisible()
  await other.close()
})
