import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import {
  EMAIL_LENGTH_MAX,
  PASSWORD_LENGTH_MAX,
  PASSWORD_LENGTH_MIN,
  PERSON_NAME_LENGTH_MAX,
  PHONE_LENGTH_MAX,
} from './account-rules.ts'
import { LANGUAGES, ROLES } from '../product.ts'
import { phoneParts } from './phone.ts'
import { code, EmailAddress, Id, Instant, line } from '../values.ts'

/** The six fields of a user. The API returns them only to that user. rule: registration */
export const User = z.object({
  id: Id,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone: z.string(),
  role: z.enum(ROLES),
  /** Whether the email address is confirmed. rule: email-verification */
  email_verified: z.boolean().optional(),
  /** An operator has suspended the account. rule: suspension */
  suspended: z.literal(true).optional(),
  /** The reader is an operator, who sees this until then. rule: seeing-as-a-person */
  viewed_until: Instant.optional(),
})
export type User = z.infer<typeof User>

/** Stored with the upper and lower case as typed, and compared without it. rule: registration */
export const Email = z
  .string({ error: code('email_invalid') })
  .trim()
  .max(EMAIL_LENGTH_MAX, code('email_invalid'))
  .pipe(EmailAddress)

/** A new password. It is not trimmed: spaces count. rule: password-rules */
const NewPassword = z
  .string({ error: code('password_required') })
  .min(PASSWORD_LENGTH_MIN, code('password_too_short'))
  .max(PASSWORD_LENGTH_MAX, code('password_too_long'))

/** The refusals of a new password that is easy to guess. rule: password-rules */
export const WEAK_PASSWORD = [
  'password_too_common',
  'password_obvious',
  'password_breached',
] as const

/** Stored as it is written. rule: text-input */
export const Phone = line(1, PHONE_LENGTH_MAX, 'phone_required').refine(
  (value) => phoneParts(value) !== undefined,
  code('phone_invalid'),
)

export const Registration = z.object({
  first_name: line(1, PERSON_NAME_LENGTH_MAX, 'first_name_required'),
  last_name: line(1, PERSON_NAME_LENGTH_MAX, 'last_name_required'),
  email: Email,
  phone: Phone,
  password: NewPassword,
  role: z.enum(ROLES, { error: code('role_invalid') }).default('client'),
  /** The language of the account. Default: the browser's. rule: language-choice */
  language: z.enum(LANGUAGES).optional().catch(undefined),
})
export type Registration = z.infer<typeof Registration>

const registration = {
  caller: { role: 'anyone' },
  body: Registration,
  answer: User,
  listsAllFailures: true,
  takesForms: true,
  refusals: [...WEAK_PASSWORD, 'email_taken', 'too_many_requests'],
} as const

/** Returns the user and sets the session cookie. rule: registration */
export const register = endpoint({
  ...registration,
  method: 'POST',
  path: '/api/auth/register',
  offersChallenge: true,
  summary: 'Create an account as a client or a professional, and sign in',
})

/** Registers an account, at the second public path of registration. rule: registration */
export const registerAlternative = endpoint({
  ...registration,
  method: 'POST',
  path: '/api/register',
  offersChallenge: true,
  summary: 'The same registration, for form bodies and JSON',
})

/**
 * `password_breached` when the password is in lists of breached ones and should be changed.
 * With a factor on, the right password is refused 'second_factor_required' with `second_factor` beside it
 * (SecondFactorAttempt). rule: login-answer, password-rules, second-factor
 */
export const login = endpoint({
  method: 'POST',
  path: '/api/login',
  offersChallenge: true,
  summary: 'Sign in with email and password',
  caller: { role: 'anyone' },
  body: z.object({
    email: z
      .string({ error: code('email_invalid') })
      .trim()
      .min(1, code('email_invalid'))
      .max(EMAIL_LENGTH_MAX, code('invalid_credentials'))
      // PostgreSQL cannot store NUL in a text.
      .refine((value) => !value.includes('\0'), code('invalid_credentials')),
    password: z
      .string({ error: code('password_required') })
      .min(1, code('password_required'))
      .max(PASSWORD_LENGTH_MAX, code('invalid_credentials')),
  }),
  answer: User.extend({
    user: User,
    /** The account's, for screens on a device where nobody chose one. rule: language-choice */
    language: z.enum(LANGUAGES).optional(),
    password_breached: z.literal(true).optional(),
  }),
  takesForms: true,
  refusals: ['invalid_credentials', 'second_factor_required', 'too_many_requests'],
})

export const logout = endpoint({
  method: 'POST',
  path: '/api/auth/logout',
  summary: 'End this session',
  caller: { role: 'anyone' },
  answer: z.object({ message: z.string() }),
})

export const me = endpoint({
  method: 'GET',
  path: '/api/auth/me',
  whileViewed: true,
  summary: 'Who is signed in here',
  caller: { role: 'user' },
  whileSuspended: 'allowed',
  answer: User,
})

/** The answer is the same whether the account exists or not. rule: new-password */
export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/auth/forgot-password',
  summary: 'Send password reset instructions, if the email has an account',
  caller: { role: 'anyone' },
  body: z.object({ email: z.unknown() }).catch({ email: undefined }),
  answer: z.object({ message: z.string() }),
  takesForms: true,
})

/** rule: new-password */
export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/reset-password',
  summary: 'Set a new password with a reset token; every session of the account ends',
  caller: { role: 'anyone' },
  body: z.object({
    token: z.string({ error: code('invalid_reset_token') }).max(200, code('invalid_reset_token')),
    new_password: NewPassword,
  }),
  answer: z.object({ message: z.string() }),
  refusals: ['invalid_reset_token', ...WEAK_PASSWORD, 'too_many_requests'],
})

const VerificationToken = z.object({
  token: z
    .string({ error: code('invalid_verification_token') })
    .max(200, code('invalid_verification_token')),
})

/** `address`: the address that is the account's again, masked. rule: not-me, email-change */
export const notMe = endpoint({
  method: 'POST',
  path: '/api/auth/not-me',
  summary:
    'Take back what a letter tells of, with its token: a sign-in, another email address, or a removal of my factors',
  caller: { role: 'anyone' },
  body: VerificationToken,
  answer: z.object({ message: z.string(), address: z.string().optional() }),
  refusals: ['invalid_verification_token', 'too_many_requests'],
})

const ownUser = {
  caller: { role: 'user' },
  self: { in: 'params', field: 'id' },
  params: z.object({ id: z.string() }),
} as const
const ownEmail = { ...ownUser, path: '/api/users/{id}/email' } as const

/** The answer is the same if the address has an account. rule: email-change */
export const changeEmail = endpoint({
  method: 'POST',
  ...ownEmail,
  summary: 'Change my email address, once the new one is confirmed',
  needsConfirmation: true,
  body: z.object({ new_email: Email }),
  answer: z.object({ message: z.string(), pending_email: z.string() }),
  refusals: ['address_has_letters'],
})

/** Safe to repeat. rule: email-change */
export const withdrawEmail = endpoint({
  method: 'DELETE',
  ...ownEmail,
  summary: 'Keep my email address: end the change that waits for the new one',
  answer: z.object({ pending_email: z.null() }),
})

/**
 * Sends a letter with a link and a code, at most one a minute and five a day; none once the address is confirmed and no
 * other one waits. `again_at`: when the next one can be asked for. rule: email-verification
 */
export const requestVerification = endpoint({
  method: 'POST',
  path: '/api/users/{id}/email-verification',
  summary: 'Send me a link that confirms my email address',
  ...ownUser,
  idempotent: true,
  answer: z.union([
    z.object({ sent: z.literal(true), again_at: Instant }),
    z.object({ email_verified: z.literal(true) }),
  ]),
  refusals: ['address_has_letters'],
})

/**
 * `released`: how many bookings, conversations and reviews waited for the address, and are sent now.
 * rule: email-verification, held-starts
 */
const Verified = z.object({ email_verified: z.literal(true), released: z.number().int() })

/** Repeated with a used token it is harmless, and releases nothing. rule: email-verification */
export const verifyEmail = endpoint({
  method: 'POST',
  path: '/api/auth/verify-email',
  summary: 'Confirm an email address with the token of its letter',
  caller: { role: 'anyone' },
  idempotent: true,
  body: VerificationToken,
  answer: Verified,
  refusals: ['invalid_verification_token', 'email_taken', 'too_many_requests'],
})

/** The address that a link confirms; nothing changes. rule: email-verification */
export const addressOfLink = endpoint({
  method: 'POST',
  path: '/api/auth/verify-email/address',
  summary: 'Read which email address the token of a letter confirms',
  caller: { role: 'anyone' },
  body: VerificationToken,
  answer: z.object({ email: z.string() }),
  refusals: ['invalid_verification_token', 'too_many_requests'],
})

/** Confirms the address with a code. After five wrong codes the right one is refused too. rule: email-verification */
export const verifyEmailByCode = endpoint({
  method: 'POST',
  path: '/api/auth/verify-email/code',
  summary: 'Confirm my email address with the code of its letter',
  caller: { role: 'user' },
  body: z.object({
    code: z
      .string({ error: code('invalid_verification_token') })
      .trim()
      .max(20, code('invalid_verification_token')),
  }),
  answer: Verified,
  refusals: ['invalid_verification_token', 'email_taken', 'too_many_requests'],
})

/** rule: new-password */
export const changePassword = endpoint({
  method: 'POST',
  path: '/api/auth/change-password',
  summary: 'Change the password; all other sessions end',
  caller: { role: 'user' },
  whileSuspended: 'allowed',
  body: z.object({
    current_password: z
      .string({ error: code('password_required') })
      .min(1, code('password_required'))
      .max(PASSWORD_LENGTH_MAX, code('wrong_password')),
    new_password: NewPassword,
  }),
  answer: z.object({ message: z.string() }),
  refusals: ['confirm_first', ...WEAK_PASSWORD, 'too_many_requests'],
})
