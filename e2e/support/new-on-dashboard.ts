import type { Page } from '@playwright/test'
import { answerWith } from './server/answer-with.ts'

type Answer = { profile: object; stats: object }

/** Shows the dashboard of somebody who was verified today and whom nobody has booked yet. rule: dashboard-banners */
export function asNewOnDashboard(answer: Answer): Answer {
  const expires_at = new Date(Date.now() + 365 * 86_400_000).toISOString()
  const badges = [{ kind: 'background', checked_at: new Date().toISOString(), expires_at }]
  return {
    ...answer,
    profile: { ...answer.profile, badges },
    stats: { ...answer.stats, total_bookings: 0 },
  }
}

export const showAsNew = (page: Page) =>
  answerWith(page, '**/api/professional/dashboard/*', asNewOnDashboard)
