import type { Page } from '@playwright/test'

const DAY_MS = 86_400_000

export async function latestInvoice(page: Page) {
  const id = await idOfReader(page)
  const answer = await page.request.get(`/api/professional/billing-history/${id}`)
  const { billing_history } = (await answer.json()) as {
    billing_history: { invoice_url: string }[]
  }
  return billing_history[0]!.invoice_url
}

export async function confirmation(page: Page) {
  return `/payment-success?user_id=${await idOfReader(page)}&session_id=cs_example`
}

export async function openCheckout(page: Page) {
  const answer = await page.request.post(`/api/payments/lead-payment`, {
    data: { professional_id: await idOfReader(page) },
  })
  const { checkout_url } = (await answer.json()) as { checkout_url: string }
  return new URL(checkout_url).pathname
}

export async function confirmedPayment(page: Page) {
  const session = (await openCheckout(page)).split('/').at(-1)!
  await page.request.post(`/api/simulated-checkout/${session}`, { data: { outcome: 'paid' } })
  return `/payment-success?user_id=${await idOfReader(page)}&session_id=${session}`
}

async function idOfReader(page: Page): Promise<string> {
  const answer = await page.request.get('/api/auth/me')
  return ((await answer.json()) as { id: string }).id
}

/** A request as its letter's link shows it, which takes either answer; a real link works once. */
export function withRequest(page: Page) {
  const starts = new Date(Date.now() + 9 * DAY_MS)
  const request = {
    client_first_name: 'Maya',
    service_type: 'deep',
    starts_at: starts.toISOString(),
    time_zone: 'America/Chicago',
    city: 'Austin',
    state: 'TX',
    zip_code: '78704',
    estimated_hours: 3,
    total_amount: 195,
    expires_at: starts.toISOString(),
  }
  return page.route('**/api/answer-links/*', (route) =>
    route.fulfill({ json: route.request().method() === 'GET' ? request : { status: 'accepted' } }),
  )
}

export function withLetters(page: Page) {
  return page.route('**/unsubscribe/*', (route) => {
    if (route.request().resourceType() === 'document') return route.fallback()
    const enabled = route.request().method() === 'GET'
    return route.fulfill({ json: { topic: 'booking', enabled } })
  })
}

export async function pressFirstButton(page: Page) {
  await page.locator('main button').first().click()
  await page.locator('main [role=status]').first().waitFor()
}
