import { placeKey, spelledOutKey, wordsOf } from './place-key.ts'

/** One way to read a text as a city: the keys its name may have, and a state's key, '' for any state. */
export type CityReading = { cityKeys: string[]; stateKey: string }

/**
 * The ways to read 'Austin', 'austin, tx', 'Austin TX', 'st louis missouri' or 'New York', the likeliest first: without a comma the
 * last words may be a state's, but need not. In `plain` the text is taken as it stands.
 */
export function readAsCity(text: string): { plain: CityReading; withState: CityReading[] } {
  const [name = '', ...rest] = text.split(',')
  if (rest.length > 0) return { plain: reading(name, placeKey(rest.join(' '))), withState: [] }
  const words = wordsOf(text)
  const withState = [1, 2, 3]
    .filter((count) => count < words.length)
    .map((count) => reading(words.slice(0, -count).join(' '), words.slice(-count).join('')))
  return { plain: reading(text, ''), withState }
}

function reading(name: string, stateKey: string): CityReading {
  return { cityKeys: [...new Set([placeKey(name), spelledOutKey(name)])], stateKey }
}
