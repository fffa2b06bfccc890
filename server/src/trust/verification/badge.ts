import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { BADGE_MONTHS } from '#contract/trust/verification-rules.ts'

/**
 * SQL over professionals: the approved check's time and whether it was simulated, else null. rule: badges
 */
export const BACKGROUND_CHECK_SQL = `
  case when background_check_status = 'approved' then jsonb_build_object(
    'checked_at', to_char(background_checked_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'simulated', background_check_simulated
  ) end`

/** SQL over professionals: when the badge of an approved check ends. rule: badges */
export const BADGE_ENDS_SQL = `((background_checked_at at time zone 'utc' + make_interval(months => ${BADGE_MONTHS})) at time zone 'utc')`

/** rule: badges */
const IDENTITY_SEEN =
  'Identity document seen, two references heard. No criminal records were searched.'

/** SQL over professionals: the badges that a profile shows; null without one. rule: badges */
export function badgesSql(now: Date): RawBuilder<unknown> {
  return sql`nullif(coalesce(${backgroundSql(now)}, '[]') || (
    select coalesce(jsonb_agg(jsonb_build_object(
      'kind', kind,
      'what', case kind when 'identity' then ${IDENTITY_SEEN}
        else 'A certificate of insurance of ' || insurer || ' over $' || to_char(amount_dollars, 'FM999,999,999,999') end,
      'by', 'Lustra',
      'checked_at', ${sql.raw(utc('decided_at'))},
      'expires_at', ${sql.raw(utc('expires_at'))},
      'covers', 'person',
      'simulated', false
    ) || case kind when 'insurance' then jsonb_build_object('insurer', insurer, 'amount', amount_dollars) else '{}' end
      order by kind), '[]')
    from document_checks where document_checks.professional_id = professionals.user_id
      and document_checks.state = 'approved' and expires_at > ${now}::timestamptz), '[]')`
}

function backgroundSql(now: Date): RawBuilder<unknown> {
  return sql`case when background_check_status = 'approved' and ${sql.raw(BADGE_ENDS_SQL)} > ${now}::timestamptz
    then jsonb_build_array(jsonb_build_object(
      'kind', 'background',
      'what', case when background_check_simulated then 'The form of the Social Security number'
        else 'The Social Security number and criminal records' end,
      'by', 'Lustra',
      'checked_at', ${sql.raw(utc('background_checked_at'))},
      'expires_at', ${sql.raw(utc(BADGE_ENDS_SQL))},
      'covers', 'person',
      'simulated', background_check_simulated
    )) end`
}

const utc = (instant: string) =>
  `to_char(${instant} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** SQL over professionals: the last four digits, for the owner only. rule: ssn-secrecy */
export const LAST_FOUR_SQL = `(select ssn_last4 from verifications where professional_id = professionals.user_id)`
