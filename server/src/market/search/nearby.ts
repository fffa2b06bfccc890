import type { Db } from '#server/db/db.ts'
import { distanceMiles } from '#server/places/distance.ts'
import type { Zip } from '#server/places/locations.ts'
import { zipIn } from '#server/places/place-text.ts'
import { closestServed, pointOfRegion } from './nearby.queries.ts'

type NearbyZip = { zip: string; city: string; state: string; distance_miles: number }

const NEARBY_MAX = 5
/** Half the width of the searched square: first the region, then the whole country. */
const REACHES_DEGREES = [2, 360]

/**
 * Returns up to five served ZIPs, nearest first, for a ZIP that is unknown or that no listed professional serves.
 * rule: search-finds-listed
 */
export async function nearbyZips(
  db: Db,
  text: string,
  known: Zip | undefined,
): Promise<NearbyZip[]> {
  const zip = zipIn(text)
  const point = known ?? (zip === undefined ? undefined : await pointOfRegion(db, zip))
  if (!point) return []
  for (const degrees of REACHES_DEGREES) {
    const found = await closestServed(db, point, degrees, NEARBY_MAX)
    if (found.length < NEARBY_MAX && degrees !== REACHES_DEGREES.at(-1)) continue
    return found
      .map(({ zip, city, state, ...coordinates }) => {
        const miles = distanceMiles(point, coordinates)
        return { zip, city, state, distance_miles: Math.round(miles * 10) / 10 }
      })
      .toSorted((a, b) => a.distance_miles - b.distance_miles)
  }
  return []
}
