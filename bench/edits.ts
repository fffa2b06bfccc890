import { once } from 'node:events'
import { sql } from 'kysely'
import { openDatabase } from '#server/db/db.ts'
import type { Database } from '#server/db/db.ts'
import { writeSearchEntries } from '#server/features/search/search-entries.ts'
import { startProcess } from './harness.ts'

const EDITS_PER_SECOND = 100

/** Changes a rate and a rating in the way of `recountReviews`: the update locks the professional. */
export async function edit(
  { kysely }: Database,
  id: string,
  rate = 1500 + Math.floor(Math.random() * 85) * 100,
): Promise<void> {
  await kysely.transaction().execute(async (tx) => {
    await sql`/* prepared change_in_bench */
      update professionals
      set hourly_rate_cents = ${rate}::integer, rating_sum = rating_sum + 5, total_reviews = total_reviews + 1
      where user_id = ${id}::uuid`.execute(tx)
    await writeSearchEntries(tx, [id])
  })
}

/** One of the ids that the filling gave to so many professionals. */
export function randomId(professionals: number): string {
  const number = 1 + Math.floor(Math.random() * professionals)
  return `${number.toString(16).padStart(8, '0')}-0000-7000-8000-000000000000`
}

/**
 * Changes professionals as the server does, so many a second, in a process of its own: in that of the searches, their
 * client would wait for it. `stop` returns how many there were since `start`.
 */
export async function openEdits(url: string, professionals: number) {
  const {
    process: child,
    cpuUs,
    stop: end,
  } = await startProcess('./edits.ts', {
    EDITS_OF: JSON.stringify([url, professionals]),
  })
  return {
    cpuUs,
    start: () => child.send('start'),
    async stop(): Promise<number> {
      const counted = once(child, 'message')
      child.send('stop')
      const [count] = (await counted) as [number]
      return count
    },
    end,
  }
}

/** `edit` one after another, as many at once as are due. Returns a function that ends it, and tells how many. */
function startEdits(database: Database, professionals: number): () => Promise<number> {
  const running = new Set<Promise<void>>()
  const start = performance.now()
  let count = 0
  const timer = setInterval(() => {
    const due = ((performance.now() - start) / 1000) * EDITS_PER_SECOND
    for (; count < due; count++) {
      const one = edit(database, randomId(professionals)).finally(() => running.delete(one))
      running.add(one)
    }
  }, 10)
  return async () => {
    clearInterval(timer)
    await Promise.all(running)
    return count
  }
}

const EDITED = process.env['EDITS_OF']
if (EDITED !== undefined) {
  const [url, professionals] = JSON.parse(EDITED) as [string, number]
  const database = openDatabase(url, { max: 4 })
  let stop: (() => Promise<number>) | undefined
  process.on('message', (message: 'start' | 'stop') => {
    if (message === 'start') stop = startEdits(database, professionals)
    else void stop!().then((count) => process.send!(count))
  })
  process.once('disconnect', () => process.exit())
  process.send!(0)
}
