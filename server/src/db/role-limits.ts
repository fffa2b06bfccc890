import type pg from 'pg'

/** How long a statement, the wait for a lock, and a transaction without a statement may take. */
const LIMITS = {
  statement_timeout: '30s',
  lock_timeout: '15s',
  idle_in_transaction_session_timeout: '60s',
}
/** The key of the advisory lock that lets only one process set limits at a time. Its value has no meaning. */
const LOCK_KEY = 7_105_114_018

/**
 * Sets the limits of a role (default: the one of this connection) in this database, for its later connections: poolers
 * refuse them as parameters of a connection. One that is set already stays. Only the role itself and a superuser may;
 * otherwise this does nothing, and that role sets its own at its start. rule: database-lost
 */
export async function limitRole(client: pg.Client, role?: string): Promise<void> {
  const { rows } = await client.query<{ may: boolean; names: string[] }>(
    `select rolname = current_user
        or (select rolsuper from pg_roles where rolname = current_user) as may,
      array(
        select split_part(setting, '=', 1) from pg_db_role_setting, unnest(setconfig) as setting
        where setrole = pg_roles.oid and setdatabase in (
          0, (select oid from pg_database where datname = current_database())
        )
      ) as names
    from pg_roles where rolname = coalesce($1, current_user)`,
    [role ?? null],
  )
  const { may, names } = rows[0]!
  const missing = Object.entries(LIMITS).filter(([limit]) => !names.includes(limit))
  if (!may || missing.length === 0) return
  const { rows: statements } = await client.query<{ change: string }>(
    `select format('alter role %I in database %I set %I = %L', coalesce($1, current_user), current_database(), name, value)
      as change from unnest($2::text[], $3::text[]) as limits (name, value)`,
    [role ?? null, missing.map(([name]) => name), missing.map(([, value]) => value)],
  )
  // One transaction. Another process may set them at the same time.
  await client.query(
    [`select pg_advisory_xact_lock(${LOCK_KEY})`, ...statements.map(({ change }) => change)].join(
      '; ',
    ),
  )
}
