const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS
/** The first instant whose offset is looked up. Before it a zone has the offset that it had then. */
const FIRST_INSTANT_MS = Date.UTC(2020, 0, 1)
/**
 * The last instant until which clock changes are looked up: a date of the year 9999 must not cost thousands of them.
 */
const LAST_INSTANT_MS = Date.UTC(2100, 0, 1)

/**
 * The offsets of a time zone, kept as a list, because Temporal is too slow to convert every half hour of a year in one
 * request. A wall time is a number: the milliseconds since 1970-01-01T00:00 of the zone's own clock.
 */
export class ZoneClock {
  /** The instants at which an offset begins, ascending; `#offsets` has the offset of each, in milliseconds. */
  readonly #starts = [-Infinity]
  readonly #offsets: number[]
  /** Up to here all transitions are known. */
  #knownUntil = FIRST_INSTANT_MS
  /** The result of the last look-up: free times are asked in order, and nearly all have the same offset. */
  #index = 0
  #last: Temporal.ZonedDateTime

  private constructor(timeZone: string) {
    this.#last =
      Temporal.Instant.fromEpochMilliseconds(FIRST_INSTANT_MS).toZonedDateTimeISO(timeZone)
    this.#offsets = [offsetMs(this.#last)]
  }

  /** The clock of an IANA time zone. Each zone has one clock in this process. */
  static of(timeZone: string): ZoneClock {
    const clock = clocks.get(timeZone) ?? new ZoneClock(timeZone)
    clocks.set(timeZone, clock)
    return clock
  }

  /** The wall time that the zone's clocks show at an instant. */
  wallTime(instant: number): number {
    return instant + this.#offsets[this.#indexAt(instant)]!
  }

  /** The day of an instant, counted from 1970-01-01. */
  dayOf(instant: number): number {
    return Math.floor(this.wallTime(instant) / DAY_MS)
  }

  /**
   * The instant at which clocks show this wall time; of two, the first. `skipped` says that clocks never show it: then
   * `instant` is the moment at which they go on. rule: free-times
   */
  instantOf(wallTime: number): { instant: number; skipped: boolean } {
    this.#knowUntil(wallTime + DAY_MS)
    for (let index = this.#indexAt(wallTime - DAY_MS); ; index++) {
      const instant = wallTime - this.#offsets[index]!
      const start = this.#starts[index]!
      if (instant < start) return { instant: start, skipped: true }
      if (instant < (this.#starts[index + 1] ?? Infinity)) return { instant, skipped: false }
    }
  }

  #indexAt(instant: number): number {
    this.#knowUntil(instant)
    if (this.#starts[this.#index]! <= instant) {
      if (instant < (this.#starts[this.#index + 1] ?? Infinity)) return this.#index
    }
    let [low, high] = [0, this.#starts.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if (this.#starts[middle]! > instant) high = middle - 1
      else low = middle
    }
    this.#index = low
    return low
  }

  #knowUntil(instant: number): void {
    while (this.#knownUntil < Math.min(instant, LAST_INSTANT_MS)) {
      const next = this.#last.getTimeZoneTransition('next')
      if (next) {
        this.#starts.push(next.epochMilliseconds)
        this.#offsets.push(offsetMs(next))
        this.#last = next
      }
      this.#knownUntil = next ? next.epochMilliseconds : Infinity
    }
  }
}

const clocks = new Map<string, ZoneClock>()

function offsetMs(time: Temporal.ZonedDateTime): number {
  return time.offsetNanoseconds / 1_000_000
}

/** A date 'YYYY-MM-DD' as its day, counted from 1970-01-01. */
export function dayOfDate(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / DAY_MS
}

/** A day as its date, 'YYYY-MM-DD'. */
export function dateOfDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}
