/** A point on the earth, in degrees. */
export type Point = { latitude: number; longitude: number }

/** The great-circle distance between two points, in miles. rule: search-finds-listed */
export function distanceMiles(a: Point, b: Point): number {
  const [from, to] = [radians(a.latitude), radians(b.latitude)]
  const half =
    Math.sin((to - from) / 2) ** 2 +
    Math.cos(from) * Math.cos(to) * Math.sin(radians(b.longitude - a.longitude) / 2) ** 2
  return 2 * EARTH_RADIUS_MILES * Math.asin(Math.min(1, Math.sqrt(half)))
}

const EARTH_RADIUS_MILES = 3958.8

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}
