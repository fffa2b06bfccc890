import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { brotliDecompressSync } from 'node:zlib'
import { hash, verify } from '@node-rs/argon2'
import { PRODUCT_NAME } from '#contract/product.ts'
import { refuseSecondConnection } from '#server/db/db.ts'
import { fairQueue } from '#server/http/limits/fair-queue.ts'
import { withoutPlace } from '#server/http/limits/place.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import { scope } from '#server/scope.ts'
import { FILTER_BYTES, filterHas } from './breach-filter.ts'

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const STRENGTH = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

/** How a hash with today's parameters begins. */
const HASH_START = `$argon2id$v=19$m=${STRENGTH.memoryCost},t=${STRENGTH.timeCost},p=${STRENGTH.parallelism}$`

/** The hash of an unknown password. Logins without an account are verified against it, to take the same time. */
const HASH_WITHOUT_ACCOUNT =
  '$argon2id$v=19$m=19456,t=2,p=1$9a6qWuWdM8kVRkwGGBJMbQ$JNxgdzg2Ne9e4O63TNMS0yD9RuOjxiu5u9zdbzC3JYM'

const common = new Set(
  brotliDecompressSync(
    readFileSync(new URL('../../../data/common-passwords.txt.br', import.meta.url)),
  )
    .toString()
    .trimEnd()
    .split('\n'),
)

/** Made by scripts/passwords/convert.ts. */
const breached = readFileSync(new URL('../../../data/breached-passwords.bin', import.meta.url))
if (breached.length !== FILTER_BYTES) throw new Error('breached-passwords.bin is not complete')

/** The person whose own words a password must not be made of. */
export type PasswordOwner = { first_name: string; last_name: string; email: string }

/** The first reason to refuse a new password, as the code of its refusal. rule: password-rules */
export function weaknessOf(password: string, owner: PasswordOwner) {
  if (isCommon(password)) return 'password_too_common'
  if (isObvious(password, owner)) return 'password_obvious'
  return isBreached(password) ? 'password_breached' : undefined
}

/** Whether a password is in lists of breached ones. rule: password-rules */
export function isBreached(password: string): boolean {
  return isCommon(password) || filterHas(breached, password)
}

const isCommon = (password: string) => common.has(password.toLowerCase())

/** Whether hardly anything is left of a password without the owner's and the product's words. rule: password-rules */
function isObvious(password: string, { first_name, last_name, email }: PasswordOwner): boolean {
  const product = PRODUCT_NAME.toLowerCase()
  const typed = inLowerCase(password)
  const words = [product, first_name, last_name, email.slice(0, email.lastIndexOf('@'))]
    .map(inLowerCase)
    .filter((word) => ownCharacters(word) >= 3 && typed.includes(word))
    .toSorted((a, b) => b.length - a.length)
  if (words.length === 0) return false
  const rest = words.reduce((text, word) => text.replaceAll(word, ' '), typed)
  return ownCharacters(rest) < (words.includes(product) ? 6 : 3)
}

const inLowerCase = (text: string) => text.normalize('NFC').toLowerCase()

/** The number of letters and digits. */
const ownCharacters = (text: string) => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0

/** The argon2id hash of a password exactly as typed. Refuses 'overloaded'. rule: password-rules, admission */
export function hashPassword(password: string): Promise<string> {
  return hashed(() => hash(password, STRENGTH))
}

/** Whether a hash was made with other parameters than today's. rule: password-rules */
export function isOutdated(passwordHash: string): boolean {
  return !passwordHash.startsWith(HASH_START)
}

/**
 * Whether the password is the account's. Without an account it returns false after the same time. Refuses
 * 'overloaded'. rule: login-answer, admission
 */
export async function verifyPassword(
  password: string,
  account: { password_hash: string } | undefined,
): Promise<boolean> {
  const passwordHash = account?.password_hash ?? HASH_WITHOUT_ACCOUNT
  const isRight = await hashed(() => verify(passwordHash, password))
  return isRight && account !== undefined
}

/** One core is left to everything else, and one of Node's four threads to files. */
const HASHES_AT_ONCE = Math.min(3, Math.max(1, availableParallelism() - 1))
const enter = fairQueue({ places: HASHES_AT_ONCE, waitingMax: 300, waitMsMax: 15_000 })
/** Programs of this machine, and tests. */
const OURSELVES = { id: '', isStranger: true }

/**
 * Waits for its turn, without a place of admission meanwhile. Who is signed in comes first. It must not be called in a
 * transaction, which would hold its connection meanwhile. rule: admission
 */
async function hashed<Answer>(run: () => Promise<Answer>): Promise<Answer> {
  refuseSecondConnection()
  const { caller = OURSELVES } = scope().place ?? {}
  return withoutPlace(async () => {
    const place = await enter(caller)
    if (!place) refuse('overloaded')
    try {
      return await run()
    } finally {
      place.leave()
    }
  })
}
