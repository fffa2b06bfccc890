import type { Language, Role } from '#contract/product.ts'

/** The signed-in user of a request, found by its session. rule: own-ids-only */
export type Actor = {
  id: string
  role: Role
  email: string
  first_name: string
  last_name: string
  phone: string
  language: Language
  /** Whether the email address is confirmed. rule: email-verification */
  email_verified: boolean
  /** Null unless an operator has suspended the account. rule: suspension */
  suspension: { keepsVisits: boolean } | null
  /** SHA-256 of the session's token. It identifies this session among the user's sessions. */
  sessionHash: Buffer
  /** The moment until which this session is confirmed; null if it never was. rule: confirmation */
  confirmedUntil: Date | null
  /** The moment until which an operator sees what this person sees, and changes nothing. rule: seeing-as-a-person */
  viewedUntil?: Date
}

/** The signed-in operator of a request. Operators are no users. rule: operator-sessions */
export type Operator = {
  id: string
  email: string
  name: string
  /** Identifies the session, also after its token was renewed. */
  sessionId: string
  /** When the session ends if nothing more is sent. */
  expiresAt: Date
  /** The moment until which this session is confirmed; null if it never was. rule: operator-sessions */
  confirmedUntil: Date | null
}

/** The facts about its caller that a command needs. `role` decides on which side of a booking they are. */
export type Side = Pick<Actor, 'id' | 'role'>
