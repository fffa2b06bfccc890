/** A name as it is compared: lower case letters and digits, without accents, punctuation or spaces ("O'Fallon" → 'ofallon'). */
export function placeKey(text: string): string {
  return wordsOf(text).join('')
}

/** The same with 'st', 'ste', 'ft' and 'mt' written out, as cities are stored ('St. Louis' → 'saintlouis'). */
export function spelledOutKey(text: string): string {
  return wordsOf(text)
    .map((word) => ABBREVIATIONS.get(word) ?? word)
    .join('')
}

/** The words of a text, each as it is compared; an apostrophe does not part words. */
export function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFD')
      .replace(/[\p{M}'’`]/gu, '')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []
  )
}

const ABBREVIATIONS = new Map([
  ['st', 'saint'],
  ['ste', 'sainte'],
  ['ft', 'fort'],
  ['mt', 'mount'],
])
