import { answerRequests } from '#server/pictures/worker-requests.ts'
import { CalendarProblem, busyIntervals } from './busy-intervals.ts'
import type { CalendarRequest, CalendarResult } from '#server/outside/calendars/calendars.ts'

/** Processor time, because this process has the lowest priority and may have to wait for the processor. */
const CPU_MS_MAX = 3_000
/**
 * Rules that recur are read within this time, so that many costly ones leave time for all the other events. Where the
 * processor is busy, the time on the clock ends them before the reader is taken for one that hangs.
 */
const RULES_CPU_MS_MAX = 2_000
const RULES_MS_MAX = 5_000

answerRequests(handle)

function handle({ bytes, ...options }: CalendarRequest): Promise<CalendarResult> {
  const begin = process.cpuUsage()
  const spentMs = () => {
    const { user, system } = process.cpuUsage(begin)
    return (user + system) / 1000
  }
  const checkCost = () => {
    if (spentMs() > CPU_MS_MAX) throw new CalendarProblem('too_large')
  }
  const started = performance.now()
  const hasTimeForRules = () =>
    spentMs() < RULES_CPU_MS_MAX && performance.now() - started < RULES_MS_MAX
  try {
    const text = new TextDecoder().decode(bytes)
    return Promise.resolve(busyIntervals(text, { ...options, checkCost, hasTimeForRules }))
  } catch (error) {
    const problem = error instanceof CalendarProblem ? error.problem : 'unreadable'
    return Promise.resolve({ problem })
  }
}
