import { LRUCache } from 'lru-cache'
import type { DayPart } from '#contract/calendar/time-rules.ts'
import type { SearchFilters } from '#contract/market/search.ts'
import { DAY_MS, dayOfDate, ZoneClock } from '#server/calendar/plan/zone-clock.ts'
import { ZONES } from './time-keys.ts'

const GRID_MS = 1_800_000
const HOUR_MS = 3_600_000
const PARTS: Record<DayPart, readonly [fromHour: number, toHour: number]> = {
  morning: [6, 12],
  afternoon: [12, 17],
  evening: [17, 22],
}

/** A start that a search asks for: its time at the home, the own day of a zone, and its bits. */
export type Start = {
  time: string
  startsAt: number
  /** 0: the zone's first day, 1: the day after. */
  day: 0 | 1
  /** The half hour after the own day's midnight. */
  elapsed: number
  /** The half hour of the own wall clock, as plans are stored. It differs after a clock change. */
  wall: number
}

type Asked = Pick<Start, 'time' | 'startsAt'>

/** The starts that a search asks for, as one own time zone sees them. */
type ZoneStarts = {
  starts: Start[]
  /** The own day of the first start. */
  firstDay: number
  /** The midnights of the first day and of the day after. */
  midnights: [number, number]
  /** How many half hours the wall clock is ahead of the elapsed ones after a clock change, of both days. */
  shifts: [number, number]
  /** The own day at the home's noon: it decides whether somebody without stated hours is off or paused. */
  noonDay: number
  /** The bits of the starts on both days: as plans are stored, and as days beside the plan are. */
  bits: [StartBits, StartBits]
}
type StartBits = { plan: bigint; elapsed: bigint }

export type WantedStarts = { date: string; zones: ZoneStarts[] }

/** Wanted starts depend on nothing but their key, and many searches ask for the same ones. */
const cache = new LRUCache<string, WantedStarts>({ max: 200 })

/**
 * The starts that a search by time asks for, in each of ZONES. Wall times that the home's clock skips are none.
 * rule: search-by-time, free-times
 */
export function wantedStarts(homeZone: string, wanted: WantedTime): WantedStarts {
  const key = [homeZone, wanted.date, wanted.time, wanted.part].join()
  const known = cache.get(key) ?? computeStarts(homeZone, wanted)
  cache.set(key, known)
  return known
}

type WantedTime = Pick<SearchFilters, 'time' | 'part'> & { date: string }

function computeStarts(homeZone: string, { date, time, part }: WantedTime): WantedStarts {
  const home = ZoneClock.of(homeZone)
  const day = dayOfDate(date)
  const at = time ? Date.parse(`1970-01-01T${time}Z`) : undefined
  const [first, last] = part ? PARTS[part] : [0, 24]
  const [from, to] = at === undefined ? [first * HOUR_MS, last * HOUR_MS] : [at, at + 1]
  const starts: Asked[] = []
  for (let ms = from; ms < to; ms += GRID_MS) {
    const { instant, skipped } = home.instantOf(day * DAY_MS + ms)
    if (!skipped) starts.push({ time: new Date(ms).toISOString().slice(11, 16), startsAt: instant })
  }
  const { instant: noon } = home.instantOf(day * DAY_MS + DAY_MS / 2)
  return { date, zones: ZONES.map((zone) => startsIn(ZoneClock.of(zone), starts, noon)) }
}

function startsIn(own: ZoneClock, wanted: Asked[], noon: number): ZoneStarts {
  const noonDay = own.dayOf(noon)
  const firstDay = Math.min(noonDay, wanted[0] ? own.dayOf(wanted[0].startsAt) : noonDay)
  const midnights = [firstDay, firstDay + 1, firstDay + 2].map(
    (day) => own.instantOf(day * DAY_MS).instant,
  )
  const shift = (index: number) => (DAY_MS - (midnights[index + 1]! - midnights[index]!)) / GRID_MS
  const starts = wanted.map(({ time, startsAt }) => {
    const day = own.dayOf(startsAt) === firstDay ? (0 as const) : (1 as const)
    return {
      time,
      startsAt,
      day,
      elapsed: (startsAt - midnights[day]!) / GRID_MS,
      wall: (own.wallTime(startsAt) - (firstDay + day) * DAY_MS) / GRID_MS,
    }
  })
  return {
    starts,
    firstDay,
    midnights: [midnights[0]!, midnights[1]!],
    shifts: [shift(0), shift(1)],
    noonDay,
    bits: [bitsOf(starts, 0), bitsOf(starts, 1)],
  }
}

function bitsOf(starts: readonly Start[], day: 0 | 1): StartBits {
  const sum = (key: 'wall' | 'elapsed') =>
    starts.reduce(
      (bits, start) => (start.day === day ? bits | (1n << BigInt(start[key])) : bits),
      0n,
    )
  return { plan: sum('wall'), elapsed: sum('elapsed') }
}

/** The columns of `wantedByZone`. Days are counted from 1970-01-01. */
export const WANTED_COLUMNS = `zone smallint, ahead integer, noon_day integer,
  day integer, day_plan bigint, day_elapsed bigint, day_from integer, day_shift integer,
  next integer, next_plan bigint, next_elapsed bigint, next_from integer, next_shift integer`

/**
 * The wanted starts for the statement, with one record for each of ZONES: those with one own day, and those with two.
 * `next` is the day after the first one, null if it has neither a wanted start nor the home's noon; `ahead`: how many
 * days the first one is from today. Each day has its bits, the first half hour that is not over, and how far the wall
 * clock is ahead of that.
 */
export function wantedByZone({ zones }: WantedStarts, now: number) {
  const records = zones.map(({ firstDay, noonDay, midnights, shifts, bits }, index) => {
    const dayOf = (name: string, which: 0 | 1) => ({
      [`${name}_plan`]: String(bits[which].plan),
      [`${name}_elapsed`]: String(bits[which].elapsed),
      [`${name}_from`]: Math.ceil((now - midnights[which]) / GRID_MS),
      [`${name}_shift`]: shifts[which],
    })
    return {
      zone: index + 1,
      ahead: firstDay - ZoneClock.of(ZONES[index]!).dayOf(now),
      noon_day: noonDay,
      day: firstDay,
      next: bits[1].plan !== 0n || noonDay !== firstDay ? firstDay + 1 : null,
      ...dayOf('day', 0),
      ...dayOf('next', 1),
    }
  })
  const { oneDay = [], twoDays = [] } = Object.groupBy(records, ({ next }) =>
    next === null ? 'oneDay' : 'twoDays',
  )
  return { oneDay, twoDays }
}

/** The free starts of a found row as numbers for both days, each as the plan or as another day stores it. */
export type FoundBits = { zone: number; bits: [string, string]; isPlan: [boolean, boolean] }

/** The earliest start of a found row. */
export function earliestStart({ zones }: WantedStarts, found: FoundBits): Start | undefined {
  const free = found.bits.map(BigInt)
  return zones[found.zone - 1]!.starts.find(({ day, wall, elapsed }) => {
    const bit = found.isPlan[day] ? wall : elapsed
    return ((free[day]! >> BigInt(bit)) & 1n) === 1n
  })
}
