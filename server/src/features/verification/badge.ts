/**
 * SQL over professionals: the approved check's time and whether it was simulated, else null. rule: badge-explanation
 */
export const BACKGROUND_CHECK_SQL = `
  case when background_check_status = 'approved' then jsonb_build_object(
    'checked_at', to_char(background_checked_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'simulated', background_check_simulated
  ) end`

/** SQL over professionals: the last four digits, for the owner only. rule: ssn-secrecy */
export const LAST_FOUR_SQL = `(select ssn_last4 from verifications where professional_id = professionals.user_id)`
