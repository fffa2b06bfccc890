import {
  NO_SHOW_CONTACT_MINUTES,
  NO_SHOW_REPORT_HOURS,
  NO_SHOW_WAIT_MINUTES,
  PROBLEM_HOURS,
} from '#contract/visits/problem-rules.ts'
import type { Role } from '#contract/product.ts'
import type { RefusalCode } from '#contract/refusals.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

/** The facts that decide whether a side can report something about a visit. */
export type ReportState = {
  status: string
  /** Whether one side has deleted their account, so that nobody can answer any more. */
  is_over: boolean
  starts_at: Date
  ends_at: Date
  /** When the professional arrived: their first press of 'arrived' or a later stage. */
  arrived_at: Date | null
  finished_at: Date | null
  completed_at: Date | null
  /** Whether this side tried to reach the other one since an hour before the start. rule: no-show */
  tried: boolean
  all_good_at: Date | null
  /** The kinds of problems that nobody has decided yet. */
  undecided: readonly string[]
  /** The side that did not come, 'undecided', or null. */
  no_show: string | null
}

/** The moment from which a side can report a no-show, before anything else is checked. rule: no-show */
export function noShowFrom({ starts_at, arrived_at }: ReportState, side: Role): Date {
  const arrived = side === 'professional' && arrived_at !== null ? +arrived_at : 0
  return new Date(Math.max(+starts_at, arrived) + NO_SHOW_WAIT_MINUTES * MINUTE_MS)
}

export function noShowUntil({ ends_at }: Pick<ReportState, 'ends_at'>): Date {
  return new Date(+ends_at + NO_SHOW_REPORT_HOURS * HOUR_MS)
}

/** The moment from which an attempt to reach the other side counts. rule: no-show */
export function contactFrom({ starts_at }: Pick<ReportState, 'starts_at'>): Date {
  return new Date(+starts_at - NO_SHOW_CONTACT_MINUTES * MINUTE_MS)
}

/** Why this side cannot report a no-show now, in this order; null: they can. rule: no-show */
export function noShowRefusal(state: ReportState, side: Role, now: Date): RefusalCode | null {
  if (!isOfVisit(state)) return 'booking_already_moved'
  if (now < noShowFrom(state, side)) return 'report_too_early'
  if (now > noShowUntil(state)) return 'report_too_late'
  if (side === 'professional' && state.arrived_at === null) return 'no_show_not_arrived'
  if (side === 'client' && state.arrived_at !== null) return 'no_show_arrived'
  if (!state.tried) return 'no_show_contact_first'
  if (state.no_show !== null) return 'problem_open'
  return null
}

/**
 * Until when the client can report a problem after the visit; null: the visit is not over, or did not take place.
 * rule: problems
 */
export function reportUntil(state: ReportState): Date | null {
  const { finished_at, completed_at } = state
  if (isNoShow(state)) return null
  const over = [finished_at, completed_at].filter((at) => at !== null)
  if (over.length === 0) return null
  return new Date(Math.min(...over.map(Number)) + PROBLEM_HOURS * HOUR_MS)
}

/** Why the client cannot say now how the visit was; null: they can. rule: problems */
export function afterVisitRefusal(state: ReportState, now: Date): RefusalCode | null {
  const until = reportUntil(state)
  if (!isOfVisit(state) || isNoShow(state)) return 'booking_already_moved'
  if (until === null) return 'report_too_early'
  if (now > until) return 'report_too_late'
  return null
}

/** Whether it is settled that one side did not come. */
const isNoShow = ({ no_show }: ReportState) => no_show === 'client' || no_show === 'professional'

/** Whether something of this visit can be reported at all. */
export const isOfVisit = ({ status, is_over }: Pick<ReportState, 'status' | 'is_over'>) =>
  !is_over && (status === 'accepted' || status === 'completed')
