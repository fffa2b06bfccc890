import pg from 'pg'
import { limitRole } from './role-limits.ts'

/** The role with which requests and jobs work: it reads and writes rows, and can change nothing of the schema. */
export type RequestRole = {
  name: string
  /** Given to a role that is made here. Without it the role has to exist. */
  password?: string
}

/** Rows are only added. Database functions of the owner delete what is older than it is kept. */
const ONLY_ADDED_TO = ['audit_log', 'security_events']
/** Written by migrations alone. */
const ONLY_READ = ['migrations', 'places_version', 'cities', 'zips']
/** The demo world reads them just after it has written them. The right exists since PostgreSQL 17. */
const ANALYZED = ['users', 'professionals', 'professional_areas', 'bookings', 'reviews']
const MAINTAIN_SINCE = 170_000

/**
 * Gives a role the rights that requests and jobs need, and no more. For the owner of the tables, after the migrations.
 * Does nothing if the role has them. Returns whether the role exists. rule: migrations
 */
export async function grantRequestRights(
  client: pg.Client,
  { name, password }: RequestRole,
): Promise<boolean> {
  const role = pg.escapeIdentifier(name)
  const { rows } = await client.query('select 1 from pg_roles where rolname = $1', [name])
  if (rows.length === 0 && password === undefined) return false
  await client.query('begin')
  if (rows.length === 0) await client.query(`create role ${role} login`)
  if (password !== undefined)
    await client.query(`alter role ${role} password ${pg.escapeLiteral(password)}`)
  if (!(await hasRights(client, name))) {
    await client.query(grantsTo(role))
    await client.query(POLICIES)
    if (await isSince(client, MAINTAIN_SINCE))
      await client.query(`grant maintain on ${ANALYZED.join(', ')} to ${role}`)
  }
  await limitRole(client, name)
  await client.query('commit')
  return true
}

/** Whether the role reads every table, uses every sequence, and changes nothing of what is only added to. */
async function hasRights(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ has_rights: boolean }>(
    `select bool_and(case
        when relkind = 'S' then has_sequence_privilege($1, pg_class.oid, 'usage')
        when relname = any ($2) then has_table_privilege($1, pg_class.oid, 'select')
          and not has_table_privilege($1, pg_class.oid, 'update, delete, truncate')
        else has_table_privilege($1, pg_class.oid, 'select') end) as has_rights
    from pg_class
    where relkind in ('r', 'p', 'v', 'S') and relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)`,
    [name, ONLY_ADDED_TO],
  )
  return rows[0]!.has_rights
}

function grantsTo(role: string): string {
  return `
    revoke all on all tables in schema public, graphile_worker from ${role};
    grant usage on schema public, graphile_worker to ${role};
    grant select, insert, update, delete on all tables in schema public, graphile_worker to ${role};
    grant usage, select on all sequences in schema public, graphile_worker to ${role};
    revoke update, delete on ${ONLY_ADDED_TO.join(', ')} from ${role};
    revoke insert, update, delete on ${ONLY_READ.join(', ')} from ${role};`
}

/** The queue's tables have row security without a policy: only their owner would see rows. Now the grants decide. */
const POLICIES = `do $do$ declare queue_table regclass; begin
  for queue_table in
    select oid from pg_class where relrowsecurity and relnamespace = 'graphile_worker'::regnamespace
  loop
    execute format('drop policy if exists requests on %s', queue_table);
    execute format('create policy requests on %s using (true) with check (true)', queue_table);
  end loop;
end $do$`

async function isSince(client: pg.Client, version: number): Promise<boolean> {
  const { rows } = await client.query(
    "select current_setting('server_version_num')::int as version",
  )
  return rows[0].version >= version
}
