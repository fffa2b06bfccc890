/** Whether a text shows nothing: empty, white space, or only signs that nobody sees, such as zero-width and right-to-left marks. */
export function isBlank(text: string): boolean {
  return text.replace(UNSEEN, '').trim() === ''
}

// U+2800 is a Braille letter without a dot.
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cc}\u2800]/gu
