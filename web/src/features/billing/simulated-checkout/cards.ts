import type { Input } from '#web/api/client.ts'

type Choice = Input<'POST /api/simulated-checkout/{session}'>['body']

/** The test cards, with the request that each one sends. rule: simulated-checkout */
export const CARDS = {
  works: { outcome: 'paid' },
  fails_later: { outcome: 'paid', renewals: 'declined' },
  declined: { outcome: 'declined' },
} as const satisfies Record<string, Choice>

export type Card = keyof typeof CARDS

/** A single lead never renews. */
export function cardsFor(kind: 'subscription' | 'lead'): Card[] {
  return kind === 'subscription' ? ['works', 'fails_later', 'declined'] : ['works', 'declined']
}
