import type { Page } from '@playwright/test'

type Answer = { profile: object; stats: object }

/** Shows the dashboard of somebody who was verified today and whom nobody has booked yet. rule: dashboard-banners */
export function asNewOnDashboard<Dashboard extends Answer>(answer: Dashboard): Dashboard {
  const expires_at = new Date(Date.now() + 365 * 86_400_000).toISOString()
  const badges = [{ kind: 'background', checked_at: new Date().toISOString(), expires_at }]
  return {
    ...answer,
    profile: { ...answer.profile, badges },
    stats: { ...answer.stats, total_bookings: 0 },
  }
}

export const showAsNew = (page: Page) =>
  page.route('**/api/professional/dashboard/*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: asNewOnDashboard((await response.json()) as Answer) })
  })
