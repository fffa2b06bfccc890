/** A city's name reduced to its letters: 'O Fallon' and "O'Fallon" are equal. */
function lettersOf(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, '')
}

/**
 * Corrects the spelling of a city's name, which GeoNames takes from postal lists: 'Mc Lean' → 'McLean', 'O Fallon' →
 * "O'Fallon", 'Mt Zion' → 'Mount Zion', 'Bayamon' → 'Bayamón'. `others` are the names of the same state in another
 * source. The spelling with fewer spaces is correct.
 */
export function correctName(name: string, state: string, others: Map<string, string>): string {
  const other = others.get(state + lettersOf(name))
  const shorter = other && other.split(' ').length < name.split(' ').length ? other : name
  const corrected = shorter
    .replace(/\b(Afb|Jber|Usaf|Mcas|Nas|Nawc|Mcbh)\b/g, (word) => word.toUpperCase())
    .replace(/\bMc ?([A-Za-z])/g, (_, letter: string) => `Mc${letter.toUpperCase()}`)
    .replace(/^O ([A-Z])/, "O'$1")
    .replace(/^Mt /, 'Mount ')
    .replace(/^Ft /, 'Fort ')
    .replace(/^St /, 'Saint ')
  return state === 'PR' ? (PUERTO_RICAN.get(corrected) ?? corrected) : corrected
}

/** Names by state and letters, for `correctName`. */
export function namesByLetters(places: { city: string; state: string }[]): Map<string, string> {
  return new Map(places.map(({ city, state }) => [state + lettersOf(city), city]))
}

/** Names of Puerto Rico with their accents, which the postal lists omit. */
const PUERTO_RICAN = new Map(
  [
    'Añasco',
    'Ángeles',
    'Bayamón',
    'Boquerón',
    'Canóvanas',
    'Castañer',
    'Cataño',
    'Comerío',
    'Guánica',
    'Juana Díaz',
    'Las Marías',
    'Loíza',
    'Manatí',
    'Mayagüez',
    'Peñuelas',
    'Rincón',
    'Río Blanco',
    'Río Grande',
    'San Germán',
    'San Sebastián',
  ].map((name) => [name.normalize('NFD').replace(/\p{M}/gu, ''), name]),
)
