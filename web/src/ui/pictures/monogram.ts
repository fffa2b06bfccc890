/** Backgrounds of monograms, as whole class names: the style sheet contains what it finds in the source. */
const TINTS = [
  'bg-tint-1',
  'bg-tint-2',
  'bg-tint-3',
  'bg-tint-4',
  'bg-tint-5',
  'bg-tint-6',
  'bg-tint-7',
  'bg-tint-8',
]

/** The background of a person's monogram: the same one wherever this id is shown. */
export function tintOf(id: string): string {
  const sum = [...id].reduce((hash, letter) => (hash * 31 + letter.charCodeAt(0)) % 9973, 7)
  return TINTS[sum % TINTS.length]!
}

/** Returns 'GW' for 'Grace Walker Cleaning': the ending of every professional's public name is no surname. */
export function initialsOf(name: string): string {
  const person = name.trim().replace(/\s+cleaning$/i, '')
  const words = person.split(/\s+/)
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word = '') => [...word][0] ?? '')
    .join('')
    .toUpperCase()
}
