import { wordsOf } from '../locations/place-text.ts'

/** A city's part of an address: 'saint-louis', 'ofallon'. It is unique in a state. rule: city-pages */
export function citySlug(name: string): string {
  return wordsOf(name).join('-')
}
