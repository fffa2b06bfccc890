import { LRUCache } from 'lru-cache'
import type { DayPart } from '#contract/time-rules.ts'
import type { SearchFilters } from '#contract/search.ts'
import { DAY_MS, dayOfDate, ZoneClock } from '../time/zone-clock.ts'
import { zoneNumber, ZONES } from './time-keys.ts'

const GRID_MS = 1_800_000
const MINUTE_MS = 60_000
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

/** `homeNumber`: the zone of the home, as search entries store it. */
export type WantedStarts = { date: string; homeNumber: number; zones: ZoneStarts[] }

/** They depend on nothing else, and many searches ask for the same ones. */
const cache = new LRUCache<string, WantedStarts>({ max: 200 })

/**
 * The starts that a search by time asks for, in each of ZONES. Wall times that the home's clock skips are none.
 * rule: search-by-time, clock-changes
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
  const [from, to] = time ? [timeMs(time), timeMs(time) + 1] : rangeOf(part)
  const starts: { time: string; startsAt: number }[] = []
  for (let ms = from; ms < to; ms += GRID_MS) {
    const { instant, skipped } = home.instantOf(day * DAY_MS + ms)
    if (!skipped) starts.push({ time: timeText(ms), startsAt: instant })
  }
  const { instant: noon } = home.instantOf(day * DAY_MS + DAY_MS / 2)
  const same = new Map<string | ZoneClock, ZoneStarts>()
  return {
    date,
    homeNumber: zoneNumber(homeZone),
    zones: ZONES.map((zone) => startsIn(ZoneClock.of(zone), starts, noon, same)),
  }
}

function rangeOf(part: DayPart | undefined): [number, number] {
  const [from, to] = part ? PARTS[part] : [0, 24]
  return [from * HOUR_MS, to * HOUR_MS]
}

function startsIn(
  own: ZoneClock,
  wanted: { time: string; startsAt: number }[],
  noon: number,
  same: Map<string | ZoneClock, ZoneStarts>,
): ZoneStarts {
  const noonDay = own.dayOf(noon)
  const firstDay = Math.min(noonDay, wanted[0] ? own.dayOf(wanted[0].startsAt) : noonDay)
  const midnights = [firstDay, firstDay + 1, firstDay + 2].map(
    (day) => own.instantOf(day * DAY_MS).instant,
  )
  const shift = (index: number) => (DAY_MS - (midnights[index + 1]! - midnights[index]!)) / GRID_MS
  const shifts: [number, number] = [shift(0), shift(1)]
  // Many zones have the same time. On the days of a clock change each is computed.
  const key = shifts.every((one) => one === 0) ? midnights.join() : own
  const known = same.get(key)
  if (known) return known

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
  const result: ZoneStarts = {
    starts,
    firstDay,
    midnights: [midnights[0]!, midnights[1]!],
    shifts,
    noonDay,
    bits: [bitsOf(starts, 0), bitsOf(starts, 1)],
  }
  same.set(key, result)
  return result
}

function timeMs(time: string): number {
  const [hour, minute] = time.split(':').map(Number)
  return hour! * HOUR_MS + minute! * MINUTE_MS
}

function timeText(ms: number): string {
  return new Date(ms).toISOString().slice(11, 16)
}

function bitsOf(starts: readonly Start[], day: 0 | 1): StartBits {
  let [plan, elapsed] = [0n, 0n]
  for (const start of starts) {
    if (start.day !== day) continue
    plan |= 1n << BigInt(start.wall)
    elapsed |= 1n << BigInt(start.elapsed)
  }
  return { plan, elapsed }
}

/**
 * What a search by time finds at `now` stays the same while this number does: the half hour that has begun decides
 * about today, the next one about which starts are past.
 */
export function halfHours(now: number): number {
  return Math.floor(now / GRID_MS) + Math.ceil(now / GRID_MS)
}

/** The first half hour of both days that begins at `now` or later, counted as plans and as other days are. */
export function firstBits(
  { midnights, shifts }: ZoneStarts,
  day: 0 | 1,
  now: number,
): { plan: number; elapsed: number } {
  const elapsed = Math.ceil((now - midnights[day]) / GRID_MS)
  return { plan: elapsed + shifts[day], elapsed }
}

/** What a found row says: the free starts of both days, each as the plan or as another day stores it. */
export type FoundBits = { zone: number; bits: [bigint, bigint]; isPlan: [boolean, boolean] }

/** The earliest start of a found row. Bits are halves of 32, because a whole day asks for many, of each card. */
export function earliestStart({ zones }: WantedStarts, found: FoundBits): Start | undefined {
  const halves = found.bits.map((bits) => [Number(bits & LOW), Number(bits >> 32n)] as const)
  return zones[found.zone - 1]!.starts.find(({ day, wall, elapsed }) => {
    const bit = found.isPlan[day] ? wall : elapsed
    const [low, high] = halves[day]!
    return bit < 32 ? (low >>> bit) & 1 : (high >>> (bit - 32)) & 1
  })
}

const LOW = 0xffff_ffffn
