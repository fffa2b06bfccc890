import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { LANGUAGES, PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN, ROLES } from './product.ts'
import { code, Id, text } from './values.ts'

/** The six fields of a user (client spec 3); the owner's own view alone. */
export const User = z.object({
  id: Id,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone: z.string(),
  role: z.enum(ROLES),
})
export type User = z.infer<typeof User>

/** An address that can have an account; its case is kept and never matters. */
export const Email = z
  .string({ error: code('email_invalid') })
  .trim()
  .max(254, code('email_invalid'))
  .pipe(z.email(code('email_invalid')))

/** Decision 9: kept exactly as typed. */
const NewPassword = z
  .string({ error: code('password_required') })
  .min(PASSWORD_LENGTH_MIN, code('password_too_short'))
  .max(PASSWORD_LENGTH_MAX, code('password_too_long'))

/** Seven digits at least, written as people write them. */
export const Phone = text(1, 40, 'phone_required').refine(
  (value) => value.replace(/\D/g, '').length >= 7 && /^[\d\s()+.x-]+$/i.test(value),
  code('phone_invalid'),
)

export const Registration = z.object({
  first_name: text(1, 80, 'first_name_required'),
  last_name: text(1, 80, 'last_name_required'),
  email: Email,
  phone: Phone,
  password: NewPassword,
  role: z.enum(ROLES, { error: code('role_invalid') }).default('client'),
  /** Decision 37: the language of the account's emails; the browser's when absent. */
  language: z.enum(LANGUAGES).optional().catch(undefined),
})
export type Registration = z.infer<typeof Registration>

const registration = {
  feature: 'identity',
  caller: { role: 'anyone' },
  body: Registration,
  answer: User,
  listsComplaints: true,
  takesForms: true,
  refusals: ['invalid_input', 'password_too_common', 'email_taken', 'too_many_requests'],
} as const

/** Client spec 2.2, 7: answers the user and sets the session cookie. */
export const register = endpoint({
  ...registration,
  method: 'POST',
  path: '/api/auth/register',
  summary: 'Open an account as a client or a professional, and be signed in',
})

/** Decision 7: the same registration at the specification's other path. */
export const registerAlternative = endpoint({
  ...registration,
  method: 'POST',
  path: '/api/register',
  summary: 'The same registration, for form bodies and JSON',
})

/** Client spec 2.3; decision 7: the user's fields at the top level and again under `user`. */
export const login = endpoint({
  method: 'POST',
  path: '/api/login',
  feature: 'identity',
  summary: 'Sign in with email and password',
  caller: { role: 'anyone' },
  body: z.object({
    email: z
      .string({ error: code('email_invalid') })
      .trim()
      .min(1, code('email_invalid'))
      .max(254, code('invalid_credentials'))
      // PostgreSQL's text takes no NUL.
      .refine((value) => !value.includes('\0'), code('invalid_credentials')),
    password: z
      .string({ error: code('password_required') })
      .min(1, code('password_required'))
      .max(PASSWORD_LENGTH_MAX, code('invalid_credentials')),
  }),
  answer: User.extend({ user: User }),
  takesForms: true,
  refusals: ['invalid_input', 'invalid_credentials', 'too_many_requests'],
})

export const logout = endpoint({
  method: 'POST',
  path: '/api/auth/logout',
  feature: 'identity',
  summary: 'End this session',
  caller: { role: 'anyone' },
  answer: z.object({ message: z.string() }),
  refusals: [],
})

export const me = endpoint({
  method: 'GET',
  path: '/api/auth/me',
  feature: 'identity',
  summary: 'Who is signed in here',
  caller: { role: 'user' },
  answer: User,
  refusals: ['not_signed_in'],
})

/** Client spec 2.4, 8: one neutral answer, whatever was sent. */
export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/auth/forgot-password',
  feature: 'identity',
  summary: 'Send password reset instructions, if the email has an account',
  caller: { role: 'anyone' },
  body: z.object({ email: z.unknown() }).catch({ email: undefined }),
  answer: z.object({ message: z.string() }),
  takesForms: true,
  refusals: [],
})

/** Client spec 2.5; decision 9. */
export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/reset-password',
  feature: 'identity',
  summary: 'Set a new password with a reset token; every session of the account ends',
  caller: { role: 'anyone' },
  body: z.object({
    token: z.string({ error: code('invalid_reset_token') }).max(200, code('invalid_reset_token')),
    new_password: NewPassword,
  }),
  answer: z.object({ message: z.string() }),
  refusals: [
    'invalid_reset_token',
    'password_too_short',
    'password_too_long',
    'password_too_common',
    'too_many_requests',
  ],
})

/** Decision 7. */
export const changePassword = endpoint({
  method: 'POST',
  path: '/api/auth/change-password',
  feature: 'identity',
  summary: 'Change the password; the other sessions end',
  caller: { role: 'user' },
  body: z.object({
    current_password: z
      .string({ error: code('password_required') })
      .min(1, code('password_required'))
      .max(PASSWORD_LENGTH_MAX, code('wrong_password')),
    new_password: NewPassword,
  }),
  answer: z.object({ message: z.string() }),
  refusals: [
    'not_signed_in',
    'wrong_password',
    'password_too_short',
    'password_too_long',
    'password_too_common',
    'too_many_requests',
  ],
})
