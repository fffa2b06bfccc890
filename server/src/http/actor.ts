import type { Language, Role } from '#contract/product.ts'

/** Who is acting: the owner of the request's session (decision 6). */
export type Actor = {
  id: string
  role: Role
  email: string
  first_name: string
  last_name: string
  phone: string
  language: Language
  /** SHA-256 of the session's token: names this session among the person's. */
  sessionHash: Buffer
}
