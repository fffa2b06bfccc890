import { dayOfDate, ZoneClock } from '../time/zone-clock.ts'
import { ZONES } from './time-keys.ts'
import { firstBits, halfHours } from './wanted-starts.ts'
import type { WantedStarts } from './wanted-starts.ts'

/** Starts of one own day as bits: as plans are stored, and as days beside the plan are. */
type Kinds<Value> = { plan: Value; elapsed: Value }

/** Starts of one day in each of ZONES, and the first half hours that are not over. */
export type FarStarts = Kinds<string> & { from: Kinds<string> }

/**
 * What the statement of a search by time is asked for. Lists are arrays of PostgreSQL as text. Those of `far` have one
 * value for each of ZONES.
 */
export type StartsByZone = {
  /** The zones that have the home's time: one own day, with single values. */
  near: Kinds<string> & {
    zones: string
    /** The days from today to the wanted day. */
    ahead: number
    /** The first half hour that is not over. */
    from: Kinds<number>
    /** With at most these hours of notice all wanted starts are late enough. */
    noticeAnyStart: number
  }
  far: {
    zones: string
    day: string
    /** The day after, or null if it has neither a wanted start nor the home's noon. */
    next: string
    noonDay: string
    ahead: string
    first: FarStarts
    second: FarStarts
  }
}

const known = new WeakMap<WantedStarts, { halfHours: number; starts: StartsByZone }>()

/** The wanted starts as parameters of the statement. They stay the same for half an hour. */
export function startsByZone(wanted: WantedStarts, now: number): StartsByZone {
  const last = known.get(wanted)
  if (last?.halfHours === halfHours(now)) return last.starts
  const starts = compute(wanted, now)
  known.set(wanted, { halfHours: halfHours(now), starts })
  return starts
}

function compute({ date, zones, homeNumber }: WantedStarts, now: number): StartsByZone {
  const today = ZONES.map((zone) => ZoneClock.of(zone).dayOf(now))
  const home = zones[homeNumber - 1]!
  const homeToday = today[homeNumber - 1]!
  const isNear = (zone: number) => zones[zone - 1] === home && today[zone - 1] === homeToday
  const numbers = ZONES.map((_, index) => index + 1)
  const from = firstBits(home, 0, now)
  const { plan, elapsed } = home.bits[0]
  const noticeAnyStart = Math.min(lowestBit(plan) - from.plan, lowestBit(elapsed) - from.elapsed)
  const kinds = (valuesOf: (kind: 'plan' | 'elapsed') => (number | bigint)[]) => ({
    plan: listOf(valuesOf('plan')),
    elapsed: listOf(valuesOf('elapsed')),
  })
  const startsOf = (which: 0 | 1): FarStarts => ({
    ...kinds((kind) => zones.map(({ bits }) => bits[which][kind])),
    from: kinds((kind) => zones.map((zone) => firstBits(zone, which, now)[kind])),
  })
  const nextDay = ({ firstDay, noonDay, bits: [, second] }: (typeof zones)[number]) =>
    second.plan !== 0n || noonDay !== firstDay ? firstDay + 1 : null
  return {
    near: {
      plan: String(plan),
      elapsed: String(elapsed),
      zones: listOf(numbers.filter(isNear)),
      ahead: dayOfDate(date) - homeToday,
      from,
      noticeAnyStart: Math.floor(noticeAnyStart / 2),
    },
    far: {
      zones: listOf(numbers.filter((zone) => !isNear(zone))),
      day: listOf(zones.map(({ firstDay }) => firstDay)),
      next: listOf(zones.map(nextDay)),
      noonDay: listOf(zones.map(({ noonDay }) => noonDay)),
      ahead: listOf(zones.map(({ firstDay }, index) => firstDay - today[index]!)),
      first: startsOf(0),
      second: startsOf(1),
    },
  }
}

/** The position of the lowest bit; 64 if there is none. */
function lowestBit(bits: bigint): number {
  return bits === 0n ? 64 : (bits & -bits).toString(2).length - 1
}

function listOf(values: readonly (number | bigint | null)[]): string {
  return `{${values.map((value) => value ?? 'null').join()}}`
}
