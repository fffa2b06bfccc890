/** The first `length` characters, with '…' where more follow; a letter is never cut in two. */
export function cutAt(text: string, length: number): string {
  const letters = [...text]
  return letters.length > length ? `${letters.slice(0, length).join('').trimEnd()}…` : text
}
