import type { Role } from '../product.ts'

/** The kinds of problems of a visit. Either side reports a no-show, only the client the others. rule: problems */
export const PROBLEM_KINDS = [
  'no_show',
  'missed_task',
  'quality',
  'late',
  'damage',
  'other',
] as const
export type ProblemKind = (typeof PROBLEM_KINDS)[number]

export const PROBLEM_STATES = [
  'open',
  'answered',
  'reclean_booked',
  'disputed',
  'stands',
  'solved',
  'withdrawn',
  'decided',
] as const
export type ProblemState = (typeof PROBLEM_STATES)[number]

/** Whether nobody has ended a problem yet. */
export const isUndecided = (state: ProblemState) =>
  state === 'open' || state === 'answered' || state === 'reclean_booked' || state === 'disputed'

/** The decisions that an operator can make about a disputed problem. */
export const DECISIONS = ['for_client', 'for_professional', 'shared'] as const
export type Decision = (typeof DECISIONS)[number]
export const DECISION_REASONS = ['evidence', 'no_answer', 'agreed'] as const
export type DecisionReason = (typeof DECISION_REASONS)[number]

export const PROBLEM_TEXT_LENGTH = { min: 10, max: 2000 } as const
/** The lowest and highest value of a damage, in dollars. */
export const DAMAGE_VALUE = { min: 1, max: 50_000 } as const
export const PROBLEMS_A_DAY_MAX = 10
/** The most of each side, and for how long after the report, until it is decided. rule: problems */
export const PROBLEM_PHOTOS_MAX = 10
export const PROBLEM_PHOTO_DAYS = 14

/** The other side answers, the client closes and the client reports within this time. rule: problem-moves */
export const PROBLEM_HOURS = 72
/** How long after the start, and after the professional's arrival, a no-show can be reported. rule: no-show */
export const NO_SHOW_WAIT_MINUTES = 30
/** How long after the end of the visit a no-show can still be reported. */
export const NO_SHOW_REPORT_HOURS = 24
/** The minutes before the start from which an attempt to reach the other side counts for a report of a no-show. */
export const NO_SHOW_CONTACT_MINUTES = 60

/** The actor of a move: the problem's author, the other side, a time limit, or the operator. */
export type ProblemMover = 'author' | 'other' | 'clock' | 'operator'

/**
 * The moves of a problem. 'expire': a time limit has passed. 'contradict': a press from before the report arrived after
 * it, and it says that the professional was there. 'reclean_cancelled_by_…': who cancelled the re-clean.
 */
export type ProblemMove =
  | 'accept'
  | 'dispute'
  | 'answer'
  | 'reclean'
  | 'solved'
  | 'not_solved'
  | 'withdrawn'
  | 'decide'
  | 'expire'
  | 'contradict'
  | 'reclean_cancelled_by_client'
  | 'reclean_cancelled_by_professional'

type Transition = {
  from: readonly ProblemState[]
  move: ProblemMove
  by: ProblemMover
  to: ProblemState
  /** Limits the transition to no-shows, or to all other kinds. */
  only?: 'no_show' | 'others'
}

/** All transitions. rule: problem-moves, docs/decisions/0043 */
const TRANSITIONS: readonly Transition[] = [
  { from: ['open'], move: 'accept', by: 'other', to: 'stands', only: 'no_show' },
  { from: ['open'], move: 'expire', by: 'clock', to: 'stands', only: 'no_show' },
  { from: ['open'], move: 'dispute', by: 'other', to: 'disputed', only: 'no_show' },
  { from: ['open'], move: 'contradict', by: 'clock', to: 'disputed', only: 'no_show' },
  // Contradicted by a press alone: the professional has not said anything yet.
  { from: ['disputed'], move: 'dispute', by: 'other', to: 'disputed', only: 'no_show' },
  { from: ['open'], move: 'answer', by: 'other', to: 'answered', only: 'others' },
  { from: ['open'], move: 'expire', by: 'clock', to: 'disputed', only: 'others' },
  { from: ['answered'], move: 'reclean', by: 'author', to: 'reclean_booked' },
  { from: ['answered', 'reclean_booked'], move: 'solved', by: 'author', to: 'solved' },
  { from: ['answered', 'reclean_booked'], move: 'not_solved', by: 'author', to: 'disputed' },
  { from: ['answered', 'reclean_booked'], move: 'expire', by: 'clock', to: 'solved' },
  { from: ['reclean_booked'], move: 'reclean_cancelled_by_client', by: 'clock', to: 'answered' },
  {
    from: ['reclean_booked'],
    move: 'reclean_cancelled_by_professional',
    by: 'clock',
    to: 'disputed',
  },
  { from: ['open', 'answered'], move: 'withdrawn', by: 'author', to: 'withdrawn' },
  { from: ['disputed'], move: 'decide', by: 'operator', to: 'decided' },
]

/** The state after a move; undefined if this mover cannot make it. rule: problem-moves */
export function stateAfter(
  { kind, state }: { kind: ProblemKind; state: ProblemState },
  move: ProblemMove,
  by: ProblemMover,
): ProblemState | undefined {
  const of = kind === 'no_show' ? 'no_show' : 'others'
  return TRANSITIONS.find(
    ({ from, move: one, by: mover, only = of }) =>
      one === move && mover === by && only === of && from.includes(state),
  )?.to
}

/** The moves that a side can make now, before the side's own limits (a re-clean that is offered, photos). */
export function movesOfSide(
  problem: { kind: ProblemKind; state: ProblemState; by: Role },
  side: Role,
): ProblemMove[] {
  const mover = problem.by === side ? 'author' : 'other'
  const moves = new Set(TRANSITIONS.filter(({ by }) => by === mover).map(({ move }) => move))
  return [...moves].filter((move) => stateAfter(problem, move, mover) !== undefined)
}
