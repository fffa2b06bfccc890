import { CALENDAR_BYTES_MAX } from '#contract/calendar/time-rules.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import { WorkerProcess } from '#server/pictures/worker-process.ts'
import type {
  CalendarRequest,
  CalendarResult,
  Calendars,
} from '#server/outside/calendars/calendars.ts'

/** A process that hangs ends after this time. Reading itself has a limit of processor time. */
const HANGS_MS_MAX = 10_000
const IDLE_MS_MAX = 60_000
const MEMORY_BYTES_MAX = 300 * 1024 * 1024
/** The most calendars that wait. At most some dozens of them are feeds at a time, so more are uploads. */
const WAITING_MAX = 200
const WAITING_PER_PERSON_MAX = 5

/** Reads calendars in a separate process, one after another. rule: busy-times */
export class CalendarReader implements Calendars {
  readonly #worker = new WorkerProcess<CalendarRequest, CalendarResult>(
    new URL('./calendar-process.ts', import.meta.url),
    { idleMsMax: IDLE_MS_MAX, memoryBytesMax: MEMORY_BYTES_MAX },
  )

  /**
   * The busy times of a calendar between two instants, or why there are none. A calendar that crashes the process or
   * takes too long is 'too_large'. Refuses 'overloaded' when too many wait.
   */
  async read(request: CalendarRequest, personId: string): Promise<CalendarResult> {
    if (request.bytes.length > CALENDAR_BYTES_MAX) return { problem: 'too_large' }
    const isFull =
      this.#worker.waitingCount >= WAITING_MAX ||
      this.#worker.waitingCountOf(personId) >= WAITING_PER_PERSON_MAX
    if (isFull) refuse('overloaded')
    const result = await this.#worker.run(() => request, {
      timeoutMs: HANGS_MS_MAX,
      turn: personId,
    })
    return result ?? { problem: 'too_large' }
  }

  close(): Promise<void> {
    return this.#worker.close()
  }
}
