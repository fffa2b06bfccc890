import { PROBLEM_KINDS } from '#contract/visits/problem-rules.ts'
import type { Role } from '#contract/product.ts'
import type { VisitProblems } from '#contract/visits/visit-problems.ts'
import type { Db } from '#server/db/db.ts'
import { isDue } from './problem-view.ts'
import { problemsOfBooking, reportState } from './problems.queries.ts'
import {
  afterVisitRefusal,
  isOfVisit,
  noShowFrom,
  noShowRefusal,
  noShowUntil,
  reportUntil,
} from './reporting.ts'
import type { ReportState } from './reporting.ts'

/** The kinds of problems that a client can report after the visit. */
const KINDS = PROBLEM_KINDS.filter((kind) => kind !== 'no_show')

/** The problems of a visit, and the reports that its reader can make now. rule: no-show, problems */
export async function problemsOfVisit(
  db: Db,
  bookingId: string,
  side: Role,
  now: Date,
): Promise<{ fields: VisitProblems; may: ('report_no_show' | 'report_problem' | 'all_good')[] }> {
  const state = await reportState(db, bookingId, side)
  const problems = await problemsOfBooking(db, bookingId)
  const noShow = noShowRefusal(state, side, now)
  const canSay = side === 'client' && afterVisitRefusal(state, now) === null
  return {
    fields: {
      problems: problems.map(({ id, kind, by, state, opened_at, due_at }) => ({
        id,
        kind,
        by,
        state,
        opened_at: opened_at.toISOString(),
        answer_until: isDue({ due_at }, now) ? null : (due_at?.toISOString() ?? null),
      })),
      all_good_at: state.all_good_at?.toISOString() ?? null,
      report_until: reportUntil(state)?.toISOString() ?? null,
      no_show: isShown(state, side, now)
        ? {
            from: noShowFrom(state, side).toISOString(),
            until: noShowUntil(state).toISOString(),
            waits_for: waitOf(noShow, state, side),
            tried: state.tried,
          }
        : null,
    },
    may: [
      ...(noShow === null ? ['report_no_show' as const] : []),
      ...(canSay && KINDS.some((kind) => !state.undecided.includes(kind))
        ? ['report_problem' as const]
        : []),
      ...(canSay && state.all_good_at === null && state.undecided.length === 0
        ? ['all_good' as const]
        : []),
    ],
  }
}

/**
 * From the start of the visit on a side reads when it can report a no-show, but the client not once somebody arrived. A
 * professional who finished may have found a closed door, unless the client said that all was good.
 */
function isShown(state: ReportState, side: Role, now: Date): boolean {
  const isPresent = (side === 'client' ? state.arrived_at : state.all_good_at) !== null
  const isTime = now >= state.starts_at && now <= noShowUntil(state)
  return isOfVisit(state) && isTime && !isPresent && state.no_show === null
}

const WAITS = {
  report_too_early: 'time',
  no_show_not_arrived: 'arrival',
  no_show_contact_first: 'contact',
} as const

/**
 * Why a report cannot be made yet. A professional can report a no-show half an hour after their arrival, so before the
 * arrival there is no time to show.
 */
function waitOf(refusal: string | null, { arrived_at }: ReportState, side: Role) {
  if (refusal === 'report_too_early' && side === 'professional' && arrived_at === null) {
    return 'arrival'
  }
  return refusal !== null && refusal in WAITS ? WAITS[refusal as keyof typeof WAITS] : null
}
