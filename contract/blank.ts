/** Whether a text shows nothing: empty, white space, or invisible characters such as zero-width spaces. */
export function isBlank(text: string): boolean {
  return text.replace(INVISIBLE, '').trim() === ''
}

// U+2800 is the Braille pattern without a dot.
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cc}\u2800]/gu
