/** In SQL over professionals: when her check was approved and whether that was simulated (decision 35); null unless it is approved. */
export const BACKGROUND_CHECK_SQL = `
  case when background_check_status = 'approved' then jsonb_build_object(
    'checked_at', to_char(background_checked_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'simulated', background_check_simulated
  ) end`

/** In SQL over professionals: the last four digits that she gave, for herself alone (decision 34). */
export const LAST_FOUR_SQL = `(select ssn_last4 from verifications where professional_id = professionals.user_id)`
