import type { AccessField } from '#contract/visits/access-rules.ts'
import type { SealingKeys } from '#server/db/seal.ts'
import { sealBytes, unsealBytes } from '#server/db/seal.ts'

/** Two bytes of length and 500 characters of three bytes fit; a column check knows the sealed size. */
const PADDED_BYTES = 1536

export type SealedValue = { key_id: string; sealed: Buffer }

/**
 * Encrypts a value with the newest key, bound to its home and field. Every value is padded to one size, so that the
 * length of a code is not known. rule: access-details
 */
export function sealValue(
  keys: SealingKeys,
  { homeId, field }: { homeId: string; field: AccessField },
  value: string,
): SealedValue {
  const padded = Buffer.alloc(PADDED_BYTES)
  const length = Buffer.byteLength(value)
  if (length > PADDED_BYTES - 2) throw new Error('The value is longer than its padding.')
  padded.writeUInt16BE(length)
  padded.write(value, 2)
  const { keyId, bytes } = sealBytes(keys, boundTo(homeId, field), padded)
  return { key_id: keyId, sealed: bytes }
}

/** Throws when it belongs to another home or field, was changed, or its key is not listed. */
export function unsealValue(
  keys: SealingKeys,
  { homeId, field }: { homeId: string; field: AccessField },
  { key_id: keyId, sealed: bytes }: SealedValue,
): string {
  const padded = unsealBytes(keys, boundTo(homeId, field), { keyId, bytes })
  return padded.toString('utf8', 2, 2 + padded.readUInt16BE())
}

const boundTo = (homeId: string, field: AccessField) => `${field} of home ${homeId}`
