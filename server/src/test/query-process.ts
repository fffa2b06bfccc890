import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDatabase } from '#server/db/db.ts'
import { JobsPool } from '#server/queue/jobs-pool.ts'

/**
 * Asks queries of each kind, and sends how many of the values that they were asked with outlive a collection of young
 * objects. In its own process, because in one that has run for long V8 makes some objects old from the beginning.
 */
const QUERIES = 20
const { kysely, pool, direct, close } = openDatabase(process.env['DATABASE_URL']!)
const jobs = new JobsPool(direct, 1)
const ways = {
  pool: (value: object) => pool.query('select $1::text', [value]),
  connection: async (value: object) => {
    const client = await pool.connect()
    await client.query('select $1::text', [value])
    client.release()
  },
  release: async (value: object) => {
    const client = await jobs.connect()
    Object.assign(client.release, { value })
    client.release()
  },
  kysely: (value: object) => sql`select ${value}::json`.execute(kysely),
  transaction: (value: object) =>
    kysely.transaction().execute((tx) => sql`select ${value}::json`.execute(tx)),
}
const collect = globalThis.gc as (options: { type: 'minor' }) => void
const held: Record<string, number> = {}
for (const [way, ask] of Object.entries(ways)) {
  const values: WeakRef<object>[] = []
  for (let count = 0; count < QUERIES; count++) {
    const value = { text: 'sent' }
    await ask(value)
    values.push(new WeakRef(value))
  }
  await nextTurn()
  collect({ type: 'minor' })
  held[way] = values.filter((value) => value.deref()).length
}
process.send?.(held)
await jobs.close()
await close()
process.disconnect?.()
