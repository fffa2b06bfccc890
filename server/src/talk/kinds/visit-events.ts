import type { Role } from '#contract/product.ts'

/** `toCauser`: it goes to both sides, whoever caused it. */
export type VisitEventFacts = { to: readonly Role[]; letter: boolean; toCauser?: boolean }

/** Each event of a visit, the sides that are notified of it, and whether they get a letter too. rule: visit-notices */
export const VISIT_EVENTS = {
  on_my_way: { to: ['client'], letter: false },
  arrived: { to: ['client'], letter: false },
  started: { to: ['client'], letter: false },
  finished: { to: ['client'], letter: true },
  access_viewed: { to: ['client'], letter: false },
  access_ended: { to: ['professional'], letter: false },
  problem_opened: { to: ['client', 'professional'], letter: true },
  problem_answered: { to: ['client', 'professional'], letter: true },
  problem_disputed: { to: ['client', 'professional'], letter: false },
  problem_closed: { to: ['client', 'professional'], letter: true, toCauser: true },
  agreement: { to: ['client', 'professional'], letter: true },
  change_asked: { to: ['client', 'professional'], letter: true },
  change_answered: { to: ['client', 'professional'], letter: false },
  pair_asked: { to: ['client'], letter: true },
  safety_soon: { to: ['professional'], letter: false },
  safety_stopped: { to: ['professional'], letter: true },
  hours_settled: { to: ['client', 'professional'], letter: true },
} as const satisfies Record<string, VisitEventFacts>

export type VisitEvent = keyof typeof VISIT_EVENTS
