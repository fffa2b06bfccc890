import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import type { VerificationKeys } from './keys.ts'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

export type Sealed = { key_id: string; ssn_sealed: Buffer }

/** Encrypts nine digits with the newest key, bound to the user: nonce, tag, text. rule: ssn-sealed */
export function seal(keys: VerificationKeys, userId: string, digits: string): Sealed {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, keyOf(keys, keys.newest), nonce).setAAD(boundTo(userId))
  const text = Buffer.concat([cipher.update(digits, 'utf8'), cipher.final()])
  return { key_id: keys.newest, ssn_sealed: Buffer.concat([nonce, cipher.getAuthTag(), text]) }
}

/** Decrypts the nine digits. Throws when they belong to another user, were changed, or their key is not listed. */
export function unseal(keys: VerificationKeys, userId: string, sealed: Sealed): string {
  const { key_id, ssn_sealed: bytes } = sealed
  const nonce = bytes.subarray(0, NONCE_BYTES)
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
  const decipher = createDecipheriv(CIPHER, keyOf(keys, key_id), nonce)
    .setAAD(boundTo(userId))
    .setAuthTag(tag)
  const text = bytes.subarray(NONCE_BYTES + TAG_BYTES)
  return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8')
}

/** The hash that recognises a number in any later submission. rule: ssn-unique */
export function hashOf(keys: VerificationKeys, digits: string): Buffer {
  return createHmac('sha256', keys.hash).update(digits).digest()
}

function keyOf({ byName }: VerificationKeys, name: string): KeyObject {
  const key = byName.get(name)
  if (!key)
    throw new Error(`VERIFICATION_KEYS lacks the key ${name}, under which numbers are sealed.`)
  return key
}

function boundTo(userId: string): Buffer {
  return Buffer.from(`number of ${userId}`)
}
