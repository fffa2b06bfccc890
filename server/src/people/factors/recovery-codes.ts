import { randomBytes } from 'node:crypto'
import type { Db, Tx } from '#server/db/db.ts'
import { replaceRecoveryCodes, markRecoveryCodeUsed } from './factors.queries.ts'
import { hashOf } from '../sessions/sessions.ts'

const CODES = 10
const CHARACTERS = 25
/** 32 letters and digits of base32: five bits each. */
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'

/**
 * Gives an account ten new recovery codes and returns them, this one time. The ones before end. The database stores
 * their SHA-256. rule: recovery-codes
 */
export async function makeRecoveryCodes(tx: Tx, userId: string, at: Date): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newCode)
  const hashes = codes.map((code) => hashOf(normalCode(code)))
  await replaceRecoveryCodes(tx, userId, hashes, at)
  return codes
}

/** Uses a recovery code, once. False if it is not one of the account's that is left. rule: recovery-codes */
export async function spendRecoveryCode(
  tx: Db,
  userId: string,
  typed: string,
  at: Date,
): Promise<boolean> {
  return markRecoveryCodeUsed(tx, userId, hashOf(normalCode(typed)), at)
}

/** 'xxxxx-xxxxx-xxxxx-xxxxx-xxxxx': 125 random bits. */
function newCode(): string {
  const letters = Array.from(randomBytes(CHARACTERS), (byte) => ALPHABET[byte % ALPHABET.length])
  return letters.join('').replaceAll(/(.{5})(?!$)/g, '$1-')
}

/** The form in which a code is hashed: people type codes in capitals, with spaces or without hyphens. */
function normalCode(typed: string): string {
  return typed.toLowerCase().replaceAll(/[\s-]/g, '')
}
