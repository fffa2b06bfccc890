/** An address as others may see it: its first character and what follows the '@'. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${Array.from(email.slice(0, at))[0] ?? ''}•••${email.slice(at)}`
}
