import { wordsOf } from '../locations/place-text.ts'

/** A city's part of an address: 'saint-louis', 'ofallon'. One of its kind in a state. */
export function citySlug(name: string): string {
  return wordsOf(name).join('-')
}
