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
  return page.route('**/api/letter-links/*', (route) =>
    route.fulfill({
      json: route.request().url().endsWith('/request') ? request : { status: 'accepted' },
    }),
  )
}

/** The same for the link of a proposed time. */
export function withProposal(page: Page) {
  const starts = Date.now() + 9 * DAY_MS
  const visit = {
    by: 'professional',
    client_first_name: 'Maya',
    professional_name: 'Grace Walker Cleaning',
    service_type: 'deep',
    starts_at: new Date(starts).toISOString(),
    proposed_starts_at: new Date(starts + 2 * DAY_MS).toISOString(),
    time_zone: 'America/Chicago',
    city: 'Austin',
    state: 'TX',
    zip_code: '78704',
    estimated_hours: 3,
    total_amount: 195,
    expires_at: new Date(starts).toISOString(),
  }
  return page.route('**/api/letter-links/*', (route) =>
    route.fulfill({
      json: route.request().url().endsWith('/visit') ? visit : { status: 'accepted' },
    }),
  )
}

export function withLetters(page: Page) {
  return page.route('**/api/letter-links/*', (route) => {
    const enabled = route.request().url().endsWith('/topic')
    return route.fulfill({ json: { topic: 'booking', enabled } })
  })
}

export async function pressFirstButton(page: Page) {
  await page.locator('main button').first().click()
  await page.locator('main [role=status]').first().waitFor()
}
