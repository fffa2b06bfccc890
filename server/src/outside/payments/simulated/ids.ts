import { randomBytes } from 'node:crypto'

/** An id such as Stripe's: what it is of, and what nobody guesses. */
export function newId(prefix: 'cs' | 'sub' | 'in' | 'pi' | 'evt'): string {
  return `${prefix}_${randomBytes(16).toString('hex')}`
}
