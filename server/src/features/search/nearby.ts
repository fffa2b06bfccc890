import type { Db } from '#server/db/db.ts'
import { distanceMiles } from '../locations/distance.ts'
import type { Zip } from '../locations/locations.ts'
import { zipIn } from '../locations/zip-text.ts'
import { closestServed, isServed, pointOfRegion } from './nearby.queries.ts'

type NearbyZip = { zip: string; city: string; state: string; distance_miles: number }

const NEARBY_MAX = 5
/** First a look around, then the whole country. */
const REACHES_DEGREES = [2, 360]

/**
 * The closest served ZIPs to one that nobody serves, or that we do not know, nearest first (decision 12). Undefined where somebody serves it
 * and only the filters found nobody.
 */
export async function nearbyZips(
  db: Db,
  text: string,
  known: Zip | undefined,
): Promise<NearbyZip[] | undefined> {
  if (known && (await isServed(db, [known.placeId, known.cityPlaceId]))) return undefined
  const zip = zipIn(text)
  const point = known ?? (zip === undefined ? undefined : await pointOfRegion(db, zip))
  if (!point) return []
  for (const degrees of REACHES_DEGREES) {
    const found = await closestServed(db, point, degrees, NEARBY_MAX)
    if (found.length < NEARBY_MAX && degrees !== REACHES_DEGREES.at(-1)) continue
    return found
      .map(({ zip, city, state, ...there }) => {
        const miles = distanceMiles(point, there)
        return { zip, city, state, distance_miles: Math.round(miles * 10) / 10 }
      })
      .toSorted((a, b) => a.distance_miles - b.distance_miles)
  }
  return []
}
