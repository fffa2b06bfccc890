/** The ZIP in texts such as '78701-1234', '787 01' or 'Austin, TX 78701', else undefined. rule: service-areas */
export function zipIn(text: string): string | undefined {
  const alone = /^(\d{5})(?:[-–]?\d{4})?$/.exec(text.replace(/\s/g, ''))
  const beforeCity = /^\s*(\d{5})\s+[-–]\s+\p{L}/u.exec(text)
  const afterCity = /^\D+\s(\d{5})(?:-\d{4})?\s*$/.exec(text)
  return (alone ?? beforeCity ?? afterCity)?.[1]
}

/** The one to five digits of a ZIP that may be only partly typed. Undefined if the text is no ZIP. */
export function zipPrefixIn(text: string): string | undefined {
  return zipIn(text) ?? /^(\d{1,5})[-–]?\d{0,4}$/.exec(text.replace(/\s/g, ''))?.[1]
}

/** One way to read a text as a city: the keys that its name may have, and the key of a state, '' for any state. */
export type CityReading = { cityKeys: string[]; stateKey: string }

/**
 * The ways to read 'Austin', 'austin, tx', 'Austin TX', 'st louis missouri' or 'New York', the most likely first.
 * Without a comma the last words may name a state. `plain` reads the full text as the name of a city.
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

/** A name in the form that is compared: lower-case letters and digits only ("O'Fallon" → 'ofallon'). */
export function placeKey(text: string): string {
  return wordsOf(text).join('')
}

/**
 * The key of a name with 'st', 'ste', 'ft' and 'mt' written out, the form that cities are stored in ('St. Louis' →
 * 'saintlouis').
 */
function spelledOutKey(text: string): string {
  return wordsOf(text)
    .map((word) => ABBREVIATIONS.get(word) ?? word)
    .join('')
}

/** The words of a text, each in the form that is compared. An apostrophe does not separate words. */
export function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFD')
      .replace(/[\p{M}'’`]/gu, '')
      .toLowerCase()
      .replace(OTHER_LETTER, (letter) => PLAIN_LETTERS[letter]!)
      .match(/[a-z0-9]+/g) ?? []
  )
}

/** Letters of the Latin alphabet that are more than a letter with an accent, as their readers write them without. */
const PLAIN_LETTERS: Record<string, string> = {
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  ŧ: 't',
  þ: 'th',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
}
const OTHER_LETTER = new RegExp(`[${Object.keys(PLAIN_LETTERS).join('')}]`, 'g')

const ABBREVIATIONS = new Map([
  ['st', 'saint'],
  ['ste', 'sainte'],
  ['ft', 'fort'],
  ['mt', 'mount'],
])
