import type { Context } from '#server/context.ts'
import { changedCities, recountCities } from './cities.queries.ts'

/** How many cities one transaction counts. The largest alone takes a second with a million professionals. */
const BATCH = 50

/**
 * The job 'count-cities': counts again the cities that changed. Whoever changes a city meanwhile leaves a new mark, so
 * the next run counts it. rule: city-pages
 */
export async function countCities({
  db,
  shutdown,
}: Pick<Context, 'db' | 'shutdown'>): Promise<void> {
  const cities = await changedCities(db)
  for (let from = 0; from < cities.length && !shutdown.signal.aborted; from += BATCH) {
    const batch = cities.slice(from, from + BATCH)
    await db.transaction().execute((tx) => recountCities(tx, batch))
  }
}
