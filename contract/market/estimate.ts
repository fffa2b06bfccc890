import type { HomeFacts } from './homes.ts'
import { BOOKING_HOURS } from '../bookings/booking-rules.ts'
import type { ServiceType } from '../product.ts'

type EstimatePart = {
  what: 'base' | 'bedrooms' | 'bathrooms' | 'area' | 'floors' | 'pets' | 'home' | 'extras'
  /** How many of it there are: bedrooms, started areas, earlier visits. */
  count: number
  minutes: number
}

/** How long a visit takes, and why. `over`: it does not fit into one visit. */
export type Estimate = {
  hours: (typeof BOOKING_HOURS)[number]
  minutes: number
  /** `home`: from `visits` earlier ones. `formula`: from the home's facts. `default`: nothing is known. */
  source: 'home' | 'formula' | 'default'
  visits: number
  over: boolean
  parts: EstimatePart[]
}

type Minutes = {
  base: number
  bedroom: number
  bathroom: number
  /** The minutes for each started `AREA_STEP` above `AREA_INCLUDED`. */
  area: number
  /** The minutes for each floor above the first. */
  floor: number
  /** The minutes that are added if there is any pet. */
  pets: number
}

const MINUTES: Record<ServiceType, Minutes> = {
  standard: { base: 30, bedroom: 20, bathroom: 25, area: 15, floor: 10, pets: 15 },
  deep: { base: 60, bedroom: 35, bathroom: 45, area: 25, floor: 15, pets: 15 },
  move_in_out: { base: 75, bedroom: 40, bathroom: 50, area: 30, floor: 15, pets: 0 },
  post_construction: { base: 90, bedroom: 45, bathroom: 55, area: 40, floor: 20, pets: 0 },
  office: { base: 30, bedroom: 15, bathroom: 20, area: 20, floor: 10, pets: 0 },
}
/** The square feet that the minutes of the rooms include, and the size of each further step. */
const AREA_INCLUDED = 1000
const AREA_STEP = 500
const DEFAULT_MINUTES = 120
/** The fewest earlier visits whose time replaces the formula, and how many of the last ones count. */
const VISITS_MIN = 2
const VISITS_COUNTED = 6

/**
 * How long a visit takes. `facts` null: nothing is known of the home. `earlier`: the minutes of labour of settled
 * visits of this service at this home, the newest first. `minHours`: of the professional's shortest visit.
 * rule: estimate
 */
export function estimate({
  service,
  facts,
  extrasMinutes,
  earlier,
  minHours,
}: {
  service: ServiceType
  facts: Omit<HomeFacts, 'kind' | 'supplies_at_home'> | null
  extrasMinutes: number
  earlier: readonly number[]
  minHours: number
}): Estimate {
  const { source, visits, parts } = labour(service, facts, earlier)
  if (extrasMinutes > 0) parts.push({ what: 'extras', count: 1, minutes: extrasMinutes })
  const minutes = parts.reduce((sum, part) => sum + part.minutes, 0)
  const longest = BOOKING_HOURS.at(-1)!
  const fits = (hours: number) => hours * 60 >= minutes && hours >= minHours
  return {
    hours: BOOKING_HOURS.find(fits) ?? longest,
    minutes,
    source,
    visits,
    over: minutes > longest * 60,
    parts,
  }
}

function labour(
  service: ServiceType,
  facts: Parameters<typeof estimate>[0]['facts'],
  earlier: readonly number[],
): Pick<Estimate, 'source' | 'visits' | 'parts'> {
  const usual = usualLabour(earlier)
  if (usual) {
    const { visits, minutes } = usual
    return { source: 'home', visits, parts: [{ what: 'home', count: visits, minutes }] }
  }
  if (!facts) {
    const part = { what: 'base', count: 1, minutes: DEFAULT_MINUTES } as const
    return { source: 'default', visits: 0, parts: [part] }
  }
  const per = MINUTES[service]
  const areas = Math.max(0, Math.ceil(((facts.square_feet ?? 0) - AREA_INCLUDED) / AREA_STEP))
  const part = (what: EstimatePart['what'], count: number, each: number): EstimatePart => ({
    what,
    count,
    minutes: Math.ceil(count * each),
  })
  const parts = [
    part('base', 1, per.base),
    part('bedrooms', facts.bedrooms, per.bedroom),
    part('bathrooms', facts.bathrooms, per.bathroom),
    part('area', areas, per.area),
    part('floors', facts.floors - 1, per.floor),
    part('pets', facts.pets.length > 0 ? 1 : 0, per.pets),
  ]
  return { source: 'formula', visits: 0, parts: parts.filter(({ minutes }) => minutes > 0) }
}

/**
 * How long labour usually takes at a home, of the minutes of earlier visits, the newest first; null: too few.
 * rule: estimate
 */
export function usualLabour(
  earlier: readonly number[],
): { visits: number; minutes: number } | null {
  if (earlier.length < VISITS_MIN) return null
  const counted = earlier.slice(0, VISITS_COUNTED)
  return { visits: counted.length, minutes: medianMinutes(counted) }
}

/** The median, in whole minutes. For an even number of values it is the mean of the middle two, rounded up. */
function medianMinutes(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)]!
  const lower = sorted[Math.ceil(sorted.length / 2) - 1]!
  return Math.ceil((lower + upper) / 2)
}
