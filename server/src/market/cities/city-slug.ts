import { wordsOf } from '#server/places/place-text.ts'

/** The known slugs. Only names of cities of the United States come here, so the map stays small. */
const slugs = new Map<string, string>()

/** A city's part of an address: 'saint-louis', 'ofallon'. It is unique in a state. rule: city-pages */
export function citySlug(name: string): string {
  let slug = slugs.get(name)
  if (slug === undefined) slugs.set(name, (slug = wordsOf(name).join('-')))
  return slug
}
