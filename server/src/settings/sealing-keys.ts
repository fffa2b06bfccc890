import { createSecretKey, randomBytes } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import type { SealingKeys } from '#server/db/seal.ts'
import { StartupProblem } from './startup-problem.ts'
import { readOrCreate } from '#server/outside/files/read-or-create.ts'

/** The keys that encrypt and hash Social Security numbers. rule: ssn-secrecy */
export type VerificationKeys = SealingKeys & {
  /** Never replaced, because the hash of a number is still compared after the number is deleted. */
  hash: KeyObject
}

const FILE = 'verification-keys'
const HASH = 'hash'
const KEY_BYTES = 32
const KEY = /^([a-z0-9-]{1,20}):([A-Za-z0-9+/_-]{43}=?)$/
const SETTING = 'VERIFICATION_KEYS'
const SHAPE =
  'VERIFICATION_KEYS has to be hash:KEY,NAME:KEY, each key 32 random bytes in base64 (`openssl rand -base64 32`), the newest before older ones.'

/** The keys of the environment; outside production those of DATA_DIR, created at the first start. */
export async function loadKeys({
  verificationKeys,
  production,
  dataDir,
}: Pick<Config, 'verificationKeys' | 'production' | 'dataDir'>): Promise<VerificationKeys> {
  if (verificationKeys === undefined && production) {
    throw new StartupProblem(`VERIFICATION_KEYS is missing. ${SHAPE}`)
  }
  return readKeys(verificationKeys ?? (await demoKeys(dataDir)))
}

/** Reads `hash:KEY,NAME:KEY,…`. */
function readKeys(text: string): VerificationKeys {
  const byName = readNamedKeys(text, SHAPE)
  const hash = byName.get(HASH)
  byName.delete(HASH)
  const [newest] = byName.keys()
  if (!hash || newest === undefined) throw new StartupProblem(SHAPE)
  return { setting: SETTING, newest, byName, hash }
}

/** Reads `NAME:KEY,…` in this order. The message of an error is `shape`, and contains no part of the text. */
export function readNamedKeys(text: string, shape: string): Map<string, KeyObject> {
  const byName = new Map<string, KeyObject>()
  for (const part of text.split(/[\s,]+/).filter(Boolean)) {
    const [, name, bytes] = KEY.exec(part) ?? []
    if (name === undefined || bytes === undefined || byName.has(name))
      throw new StartupProblem(shape)
    byName.set(name, createSecretKey(Buffer.from(bytes, 'base64')))
  }
  return byName
}

/** The keys that a demo creates for itself. */
function demoKeys(dataDir: string): Promise<string> {
  return readOrCreate(join(dataDir, FILE), () => `${HASH}:${newKey()}\nfirst:${newKey()}\n`)
}

/** A key of 256 random bits, in base64. */
export function newKey(): string {
  return randomBytes(KEY_BYTES).toString('base64')
}
