import { HEALTH_MEASURES } from '#contract/console/health-measures.ts'
import type { Health, HealthTable } from '#contract/console/health.ts'
import { csvTable } from '#server/http/calls/csv-table.ts'

type Cell = string | number | null

/** A table of the measures, with the names of its columns first. rule: marketplace-health */
export function healthCsv(health: Health, table: HealthTable): string {
  return csvTable(TABLES[table](health))
}

const TABLES: { [Table in HealthTable]: (health: Health) => Cell[][] } = {
  days: ({ days }) => [
    ['day', ...HEALTH_MEASURES],
    ...days.map((day) => [day.day, ...HEALTH_MEASURES.map((measure) => day[measure])]),
  ],
  unserved: ({ unserved }) => [
    ['zip', 'city', 'state', 'searches'],
    ...unserved.map(({ zip, city, state, searches }) => [zip, city, state, searches]),
  ],
  leads: ({ leads }) => [
    ['leads', 'reason', 'count'],
    ['opened', '', leads.opened],
    ['locked', '', leads.locked],
    ['returned', '', leads.returned],
    ...leads.by_reason.map(({ reason, count }) => ['returned', reason, count]),
  ],
  churn: ({ churn }) => {
    const { active_at_start, came, left, active_at_end, rate } = churn
    return [
      ['active_at_start', 'came', 'left', 'active_at_end', 'rate'],
      [active_at_start, came, left, active_at_end, rate],
    ]
  },
}
