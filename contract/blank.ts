/**
 * Whether a text is blank: it is empty, or it consists only of white space and invisible characters such as zero-width
 * spaces.
 */
export function isBlank(text: string): boolean {
  return text.replace(INVISIBLE, '').trim() === ''
}

// U+2800 is the Braille pattern without dots: it looks empty but is no white space.
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cc}\u2800]/gu
