import { Client } from 'pg'
import { expect } from 'vitest'
import type { TestServer } from './server.ts'

/** The tables whose rows are locked after people. */
const AFTER_PEOPLE = [
  'professionals',
  'bookings',
  'reviews',
  'sessions',
  'operator_views',
  'approvals',
  'appeals',
  'cases',
  'lead_credits',
]

type Answer = { status: number }

/**
 * Holds the lock of a statement while a command waits for it. `free` are statements that must succeed at that moment,
 * because the command holds nothing of what they lock. Returns the status of the command.
 */
export async function whileLocked(
  { url }: Pick<TestServer, 'url'>,
  lock: string,
  command: () => Promise<Answer>,
  free: readonly string[] = [],
): Promise<number> {
  const holder = new Client({ connectionString: url })
  await holder.connect()
  try {
    await holder.query('begin')
    await holder.query(lock)
    const answer = command()
    const waiting = () =>
      holder.query(`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`)
    await expect.poll(async () => (await waiting()).rows).toHaveLength(1)
    for (const statement of [AUDIT_LOG_FREE, ...free]) await holder.query(statement)
    await holder.query('commit')
    return (await answer).status
  } finally {
    await holder.end()
  }
}

/** An error if somebody holds the lock of the audit log. */
const AUDIT_LOG_FREE = `select 1 / pg_try_advisory_xact_lock(hashtextextended('audit log', 0))::integer`

/** A command about a person waits for the person, and holds nothing that is locked after people. */
export function whilePersonLocked(
  server: Pick<TestServer, 'url'>,
  { id }: { id: string },
  command: () => Promise<Answer>,
): Promise<number> {
  const lock = `select from users where id = '${id}' for update`
  const rows = AFTER_PEOPLE.map((table) => `select from ${table} for update nowait`)
  const money = `select 1 / pg_try_advisory_xact_lock(hashtextextended('money ${id}', 0))::integer`
  return whileLocked(server, lock, command, [...rows, money])
}
