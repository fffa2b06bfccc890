/**
 * The form in which an email is compared: without white space around it, A to Z in lower case. The columns `email_key`
 * of users and operators have the same form. No other function or statement changes the case of an email: where two did
 * so differently, a spelling could find an account and count for another. rule: registration
 */
export function normalEmail(email: string): string {
  return email.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}
