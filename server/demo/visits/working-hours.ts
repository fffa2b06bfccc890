import { chance } from '../chance.ts'
import type { Chance } from '../chance.ts'
import { DEMO_PEOPLE } from '../market/demo-people.ts'
import type { DemoProfessional } from '../market/people.ts'

/** The seed of the invented hours. No other invention uses it, so each can change alone. */
const SEED = 20_270_101
const INSTANT_SEED = 20_270_102
const STATED = 0.6
/** The share of professionals who take instant bookings. */
const INSTANT = 0.25

/** Hours of these weekdays, 1 is Monday: from and to as full hours. */
type Pattern = { weekdays: readonly number[]; hours: readonly (readonly [number, number])[] }

const WEEKDAYS = [1, 2, 3, 4, 5]
const DIVIDED = [
  [8, 12],
  [13, 17],
] as const
const PLANS: readonly [readonly Pattern[], ...(readonly Pattern[])[]] = [
  [{ weekdays: WEEKDAYS, hours: [[9, 17]] }],
  [{ weekdays: WEEKDAYS, hours: DIVIDED }],
  [{ weekdays: WEEKDAYS, hours: [[8, 14]] }],
  [{ weekdays: [1, 2, 3, 4, 5, 6], hours: [[8, 16]] }],
  [{ weekdays: [2, 3, 4, 5, 6], hours: [[9, 18]] }],
  [
    { weekdays: WEEKDAYS, hours: [[17, 21]] },
    { weekdays: [6, 7], hours: [[9, 17]] },
  ],
]
/** Working hours of named people, by email. A named professional who is missing here has stated none. */
const NAMED_PLANS = new Map<string, readonly Pattern[]>([
  [
    DEMO_PEOPLE.grace.email,
    [
      { weekdays: WEEKDAYS, hours: DIVIDED },
      { weekdays: [6], hours: [[9, 13]] },
    ],
  ],
  [DEMO_PEOPLE.ana.email, [{ weekdays: [2, 3, 4, 5, 6], hours: [[9, 17]] }]],
])

/**
 * The rows of professional_times and working_hours: plans of two named people, and of 60 % of the others. Grace and 25
 * % of the others take instant bookings.
 */
export function demoWorkingHours(professionals: readonly DemoProfessional[]) {
  const random = chance(SEED)
  const named = new Set<string>(Object.values(DEMO_PEOPLE).map(({ email }) => email))
  const plans = professionals.flatMap(({ id, email }) => {
    const plan = named.has(email) ? NAMED_PLANS.get(email) : inventedPlan(random)
    return plan ? [{ id, email, plan }] : []
  })
  const takesInstant = chance(INSTANT_SEED)
  return {
    times: plans.map(({ id, email }) => ({
      professional_id: id,
      stated: true,
      version: 1,
      instant_booking: isInstant(email, named, takesInstant) ? 'verified' : 'off',
      buffer_minutes: 0,
      travel: email === DEMO_PEOPLE.grace.email,
      notice_hours: 24,
      horizon_days: 60,
      min_hours: 1,
      only_inside_hours: false,
      over_breaks: false,
    })),
    hours: plans.flatMap(({ id, plan }) => plan.flatMap((pattern) => rowsOf(id, pattern))),
  }
}

/** Grace, and a quarter of the invented people. */
function isInstant(email: string, named: ReadonlySet<string>, random: Chance): boolean {
  if (named.has(email)) return email === DEMO_PEOPLE.grace.email
  return random.happens(INSTANT / STATED)
}

function inventedPlan(random: Chance): readonly Pattern[] | undefined {
  const plan = random.pick(PLANS)
  return random.happens(STATED) ? plan : undefined
}

function rowsOf(professional_id: string, { weekdays, hours }: Pattern) {
  return weekdays.flatMap((weekday) =>
    hours.map(([from, to]) => ({
      professional_id,
      weekday,
      from_minute: from * 60,
      to_minute: to * 60,
    })),
  )
}
