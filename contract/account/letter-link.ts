/**
 * A link of a letter. Its secret stands behind '#', which browsers send to no server. It has only letters, digits, '-'
 * and '_'. rule: secret-addresses
 */
export function letterLink(address: string, token: string): string {
  return `${address}#token=${token}`
}

/** The beginning of the secret of a link that keeps the factors of an account, and of no other. rule: factor-removal */
export const KEEP_FACTORS = 'keep-'

/** The beginning of the secret of a link that takes back another email address, and of no other. rule: email-change */
export const KEEP_EMAIL = 'email-'

/** The secret behind the '#' of such an address, given with its '#'; undefined without one. rule: secret-addresses */
export function tokenIn(fragment: string): string | undefined {
  return new URLSearchParams(fragment.slice(1)).get('token') || undefined
}
