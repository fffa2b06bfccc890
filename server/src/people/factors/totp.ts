import { hkdfSync, createSecretKey } from 'node:crypto'
import { generateSecret, generateURI, verifySync } from 'otplib'
import { PRODUCT_NAME } from '#contract/product.ts'
import { sealText, unsealText } from '#server/db/seal.ts'
import type { SealingKeys } from '#server/db/seal.ts'

const STEP_SECONDS = 30
const PURPOSE = 'lustra totp secret'

export type SealedSecret = { secret_sealed: Buffer; key_id: string }

/** A new secret of 160 bits, in base32. */
export function newTotpSecret(): string {
  return generateSecret()
}

/** The address that an app reads as a QR code. SHA-1, six digits and 30 seconds: what every app can do. */
export function totpUrl(secret: string, account: string): string {
  return generateURI({ issuer: PRODUCT_NAME, label: account, secret })
}

/**
 * The step of 30 seconds to which a code belongs: this one or the one before. Undefined if the code is wrong. The
 * caller accepts each step once. rule: app-codes
 */
export function stepOfCode(secret: string, code: string, now: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const result = verifySync({
    secret,
    token: code,
    epoch: Math.floor(now.getTime() / 1000),
    period: STEP_SECONDS,
    epochTolerance: [STEP_SECONDS, 0],
  })
  return result.valid && 'timeStep' in result ? result.timeStep : undefined
}

/** Encrypts a secret with the newest key, bound to the person it belongs to. rule: app-codes */
export function sealTotpSecret(keys: SealingKeys, ownerId: string, secret: string): SealedSecret {
  const { keyId, bytes } = sealText(totpKeys(keys), `totp secret of ${ownerId}`, secret)
  return { secret_sealed: bytes, key_id: keyId }
}

/** Throws when it belongs to somebody else, was changed, or its key is not listed. */
export function unsealTotpSecret(keys: SealingKeys, ownerId: string, sealed: SealedSecret): string {
  const { secret_sealed: bytes, key_id: keyId } = sealed
  return unsealText(totpKeys(keys), `totp secret of ${ownerId}`, { keyId, bytes })
}

/** Keys of their own, derived from the listed ones: what they encrypt cannot be taken for another sealed text. */
function totpKeys({ setting, newest, byName }: SealingKeys): SealingKeys {
  const derived = [...byName].map(([name, key]) => {
    const bytes = hkdfSync('sha256', key, '', PURPOSE, 32)
    return [name, createSecretKey(Buffer.from(bytes))] as const
  })
  return { setting, newest, byName: new Map(derived) }
}
