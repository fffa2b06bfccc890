import type { HomeFacts } from '#contract/market/homes.ts'

/**
 * The facts of a home as the booking copied them; null without a home. They belong to the service that is asked for, so
 * the professional of a locked lead sees them too. rule: home-of-booking, lead-locked
 */
export function homeOfBooking({ home_facts }: { home_facts: unknown }): HomeFacts | null {
  return home_facts as HomeFacts | null
}
