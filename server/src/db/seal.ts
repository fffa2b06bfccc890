import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { KeyObject } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Named keys that encrypt. They are never stored in the database. */
export type SealingKeys = {
  /** The setting that has them, for messages. */
  setting: string
  /** The name of the key that encrypts new texts: the first in the list. */
  newest: string
  byName: ReadonlyMap<string, KeyObject>
}
type SealedText = { keyId: string; bytes: Buffer }

/** Encrypts a text with the newest key, bound to what it belongs to: nonce, tag, text. */
export function sealText(keys: SealingKeys, boundTo: string, text: string): SealedText {
  return sealBytes(keys, boundTo, Buffer.from(text))
}

/** Encrypts bytes with the newest key, bound to `boundTo`. The result is 28 bytes longer than they are. */
export function sealBytes(keys: SealingKeys, boundTo: string, bytes: Buffer): SealedText {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, keyOf(keys, keys.newest), nonce)
  cipher.setAAD(Buffer.from(boundTo))
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()])
  return { keyId: keys.newest, bytes: Buffer.concat([nonce, cipher.getAuthTag(), sealed]) }
}

/** Decrypts a text. Throws when it belongs to something else, was changed, or its key is not listed. */
export function unsealText(keys: SealingKeys, boundTo: string, sealed: SealedText): string {
  return unsealBytes(keys, boundTo, sealed).toString('utf8')
}

/** Decrypts bytes. Throws when they belong to something else, were changed, or their key is not listed. */
export function unsealBytes(
  keys: SealingKeys,
  boundTo: string,
  { keyId, bytes }: SealedText,
): Buffer {
  const nonce = bytes.subarray(0, NONCE_BYTES)
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
  const decipher = createDecipheriv(CIPHER, keyOf(keys, keyId), nonce)
    .setAAD(Buffer.from(boundTo))
    .setAuthTag(tag)
  const text = bytes.subarray(NONCE_BYTES + TAG_BYTES)
  return Buffer.concat([decipher.update(text), decipher.final()])
}

function keyOf({ setting, byName }: SealingKeys, name: string): KeyObject {
  const key = byName.get(name)
  if (!key) throw new Error(`${setting} lacks the key ${name}, under which texts are sealed.`)
  return key
}
