import type { Place, Places } from '#server/places/locations.ts'

/**
 * The places in a comma-joined list, each once. A place may contain a comma: 'Austin, TX,78701' has Austin in Texas and
 * a ZIP. Entries that are no place are returned in `unknown` as they were typed. rule: service-areas
 */
export function placesIn(places: Places, list: string): { found: Place[]; unknown: string[] } {
  const parts = partsOf(list)
  const found = new Map<number, Place>()
  const unknown: string[] = []
  for (let at = 0; at < parts.length; at++) {
    const [part, next] = [parts[at]!, parts[at + 1]]
    const joined = next === undefined || /\d/.test(next) ? undefined : `${part}, ${next}`
    const withState = joined === undefined ? undefined : places.find(joined)
    const place = withState ?? places.find(part)
    if (withState) at++
    if (place) found.set(place.placeId, place)
    else unknown.push(part)
  }
  return { found: [...found.values()], unknown }
}

/** The entries of a comma-joined list, without empty ones. */
export function partsOf(list: string): string[] {
  return list
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
}
