import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { hash, verify } from '@node-rs/argon2'

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const STRENGTH = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

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

/** Whether a password is one of the 3,000 most common ones, in any case. rule: password-rules */
export function isCommonPassword(password: string): boolean {
  return common.has(password.toLowerCase())
}

/** The argon2id hash of a password exactly as typed. rule: password-storage */
export function hashPassword(password: string): Promise<string> {
  return hash(password, STRENGTH)
}

/**
 * Whether the password is the account's. Without an account it returns false after the same time.
 * rule: login-same-answer
 */
export async function verifyPassword(
  password: string,
  account: { password_hash: string } | undefined,
): Promise<boolean> {
  const isRight = await verify(account?.password_hash ?? HASH_WITHOUT_ACCOUNT, password)
  return isRight && account !== undefined
}
