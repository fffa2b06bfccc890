import type { Page } from '@playwright/test'

export async function latestInvoicePath(page: Page) {
  const id = await currentUserId(page)
  const answer = await page.request.get(`/api/professional/billing-history/${id}`)
  const { billing_history } = (await answer.json()) as {
    billing_history: { invoice_url: string }[]
  }
  return billing_history[0]!.invoice_url
}

export async function confirmationPath(page: Page) {
  return `/payment-success?user_id=${await currentUserId(page)}&session_id=cs_example`
}

export async function openCheckoutPath(page: Page) {
  const answer = await page.request.post(`/api/payments/lead-payment`, {
    data: { professional_id: await currentUserId(page) },
  })
  const { checkout_url } = (await answer.json()) as { checkout_url: string }
  return new URL(checkout_url).pathname
}

export async function confirmedPaymentPath(page: Page) {
  const session = (await openCheckoutPath(page)).split('/').at(-1)!
  await page.request.post(`/api/simulated-checkout/${session}`, { data: { outcome: 'paid' } })
  return `/payment-success?user_id=${await currentUserId(page)}&session_id=${session}`
}

async function currentUserId(page: Page): Promise<string> {
  const answer = await page.request.get('/api/auth/me')
  return ((await answer.json()) as { id: string }).id
}
