import { createHmac } from 'node:crypto'
import { sealText, unsealText } from '#server/db/seal.ts'
import type { VerificationKeys } from '#server/settings/sealing-keys.ts'

export type Sealed = { key_id: string; ssn_sealed: Buffer }

/** Encrypts nine digits with the newest key, bound to the user: nonce, tag, text. rule: ssn-secrecy */
export function seal(keys: VerificationKeys, userId: string, digits: string): Sealed {
  const { keyId, bytes } = sealText(keys, `number of ${userId}`, digits)
  return { key_id: keyId, ssn_sealed: bytes }
}

/** Decrypts the nine digits. Throws when they belong to another user, were changed, or their key is not listed. */
export function unseal(keys: VerificationKeys, userId: string, sealed: Sealed): string {
  const { key_id: keyId, ssn_sealed: bytes } = sealed
  return unsealText(keys, `number of ${userId}`, { keyId, bytes })
}

/** The hash that recognises a number in any later submission. rule: ssn-unique */
export function hashOf(keys: VerificationKeys, digits: string): Buffer {
  return createHmac('sha256', keys.hash).update(digits).digest()
}
