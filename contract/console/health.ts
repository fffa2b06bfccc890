import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { code, date } from '../values.ts'

const HEALTH_DAYS_MAX = 400
const HEALTH_TABLES = ['days', 'unserved', 'leads', 'churn'] as const
export type HealthTable = (typeof HEALTH_TABLES)[number]

const invalid = code('invalid_input')
const DAY_MS = 86_400_000

const Range = z.object({
  /** UTC days, both included. */
  from: date('invalid_input'),
  to: date('invalid_input'),
  /** A ZIP, 'Austin, TX' or 'TX'; empty or absent: everywhere. */
  place: z.string(invalid).trim().max(100, invalid).optional(),
})
const inOrder = ({ from, to }: z.infer<typeof Range>) =>
  from <= to && (Date.parse(to) - Date.parse(from)) / DAY_MS < HEALTH_DAYS_MAX

export const HealthRange = Range.refine(inOrder, invalid)
export type HealthRange = z.infer<typeof HealthRange>

const count = z.int()
const measures = {
  searches: count,
  searches_without_result: count,
  profile_views: count,
  requests: count,
  accepted: count,
  completed: count,
}

/** rule: marketplace-health */
export const Health = z.object({
  /** Each day of the range, oldest first. */
  days: z.array(z.object({ day: z.iso.date(), ...measures })),
  totals: z.object(measures),
  first_answer_median_minutes: z.number().nullable(),
  /** The share of requests that were accepted, from 0 to 1; null: none was decided. */
  fill_rate: z.number().nullable(),
  /** ZIPs with searches without a result, the most searched first. */
  unserved: z.array(
    z.object({ zip: z.string(), city: z.string(), state: z.string(), searches: count }),
  ),
  leads: z.object({
    opened: count,
    locked: count,
    returned: count,
    by_reason: z.array(z.object({ reason: z.string(), count })),
  }),
  churn: z.object({
    active_at_start: count,
    came: count,
    left: count,
    active_at_end: count,
    rate: z.number().nullable(),
  }),
})
export type Health = z.infer<typeof Health>

const byOperator = {
  method: 'GET',
  caller: { role: 'operator' },
} as const

/** How the marketplace does in a range of UTC days. rule: marketplace-health */
export const marketplaceHealth = endpoint({
  ...byOperator,
  path: '/api/operator/health',
  summary: 'How the marketplace does',
  query: HealthRange,
  answer: Health,
})

/** Serves one table of the figures for a spreadsheet. rule: marketplace-health */
export const marketplaceHealthTable = endpoint({
  ...byOperator,
  path: '/api/operator/health/csv',
  summary: 'A table of how the marketplace does, as CSV',
  query: Range.extend({ table: z.enum(HEALTH_TABLES, invalid) }).refine(inOrder, invalid),
  answer: z.string(),
  answerType: 'text/csv',
})
