import type { Page } from '@playwright/test'

const DAY_MS = 86_400_000

/** Simulates the answer link of a letter, which accepts both answers. A real link works only once. */
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
