import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { login } from './identity.ts'
import { PASSWORD_LENGTH_MAX } from './account-rules.ts'
import { code, Id, Instant } from '../values.ts'

/** Calls about the factors of the caller's own account. */
export const ownFactors = {
  caller: { role: 'user' },
  self: { in: 'params', field: 'id' },
  whileSuspended: 'allowed',
} as const
const params = z.object({ id: z.string() })

/** The parameters and results of the browser's WebAuthn functions, as JSON. @simplewebauthn/browser has the types. */
export const WebAuthnOptions = z.record(z.string(), z.unknown())
export const WebAuthnResponse = z
  .looseObject(
    {
      id: z.string(code('passkey_refused')).min(1, code('passkey_refused')),
      response: z.looseObject(
        { clientDataJSON: z.string(code('passkey_refused')) },
        code('passkey_refused'),
      ),
    },
    code('passkey_refused'),
  )
  .meta({ description: 'The PublicKeyCredential of the browser as JSON' })

/** Six digits of an app, or a recovery code; spaces do not matter. rule: app-codes, recovery-codes */
export const typedCode = (invalid: 'code_wrong' | 'second_factor_wrong') =>
  z.string(code(invalid)).trim().min(1, code(invalid)).max(60, code(invalid))

export const Passkey = z.object({
  id: Id,
  name: z.string(),
  created_at: Instant,
  last_used_at: Instant.nullable(),
  /** Its provider copies it to the person's other devices. */
  synced: z.boolean(),
})
export type Passkey = z.infer<typeof Passkey>

const Security = z.object({
  email_verified: z.boolean(),
  /** False if the host of Lustra's address is an IP address. */
  passkeys_available: z.boolean(),
  passkeys: z.array(Passkey),
  totp: z.boolean(),
  recovery_codes_left: z.number().int(),
  known_devices: z.number().int(),
  /** The moment until which this session is confirmed; null if it is not. rule: confirmation */
  confirmed_until: Instant.nullable(),
})
export type Security = z.infer<typeof Security>

/** rule: second-factor */
export const security = endpoint({
  method: 'GET',
  path: '/api/users/{id}/security',
  summary: 'What protects my account',
  ...ownFactors,
  params,
  answer: Security,
})

/** Ends the other sessions of the account in the same transaction. rule: second-factor */
export const SignOutOthers = z.boolean().optional()
export const signOutOthersQuery = z.object({
  sign_out_others: z
    .enum(['true', 'false'])
    .transform((value) => value === 'true')
    .optional(),
})

/** The secret is for the app; codes are asked for after `confirmTotp`. rule: app-codes, confirmation */
export const startTotp = endpoint({
  method: 'POST',
  path: '/api/users/{id}/totp',
  summary: 'Begin with codes from an app',
  ...ownFactors,
  needsConfirmation: true,
  params,
  answer: z.object({
    /** base32 */
    secret: z.string(),
    otpauth_url: z.string(),
    expires_at: Instant,
  }),
  refusals: ['already_so'],
})

/** The first factor of the account answers its recovery codes, this one time. rule: app-codes, recovery-codes */
export const confirmTotp = endpoint({
  method: 'POST',
  path: '/api/users/{id}/totp/confirm',
  summary: 'Switch codes from an app on with the first code',
  ...ownFactors,
  params,
  body: z.object({ code: typedCode('code_wrong'), sign_out_others: SignOutOthers }),
  answer: z.object({ recovery_codes: z.array(z.string()).optional() }),
  refusals: ['code_wrong'],
})

/** Safe to repeat. The account's last factor takes the recovery codes with it. rule: second-factor, confirmation */
export const removeTotp = endpoint({
  method: 'DELETE',
  path: '/api/users/{id}/totp',
  summary: 'Switch codes from an app off',
  ...ownFactors,
  needsConfirmation: true,
  params,
  query: signOutOthersQuery,
  answer: z.object({ totp: z.literal(false) }),
})

/** Ten new codes; the ones before end. 'not_found' without a factor. rule: recovery-codes, confirmation */
export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/users/{id}/recovery-codes',
  summary: 'Make new recovery codes',
  ...ownFactors,
  needsConfirmation: true,
  params,
  body: z.object({ sign_out_others: SignOutOthers }).optional(),
  answer: z.object({ recovery_codes: z.array(z.string()) }),
  refusals: ['not_found'],
})

export const SECOND_FACTORS = ['passkey', 'totp', 'recovery_code'] as const
export type SecondFactor = (typeof SECOND_FACTORS)[number]

/** The field `second_factor` of the refusal 'second_factor_required' of `login`. rule: second-factor */
export const SecondFactorAttempt = z.object({
  attempt: z.string(),
  methods: z.array(z.enum(SECOND_FACTORS)),
  passkey_options: WebAuthnOptions.optional(),
  expires_at: Instant,
})
export type SecondFactorAttempt = z.infer<typeof SecondFactorAttempt>

const attempt = z.string(code('attempt_ended')).max(200, code('attempt_ended'))

/** The second step of `login`. rule: second-factor */
export const secondFactor = endpoint({
  method: 'POST',
  path: '/api/login/second-factor',
  offersChallenge: true,
  summary: 'Finish signing in with a second factor',
  caller: { role: 'anyone' },
  body: z
    .object({
      attempt,
      code: typedCode('second_factor_wrong').optional(),
      recovery_code: typedCode('second_factor_wrong').optional(),
      passkey: WebAuthnResponse.optional(),
      /** Accepted with a recovery code only. */
      sign_out_others: SignOutOthers,
    })
    .refine(
      ({ code: typed, recovery_code, passkey }) =>
        [typed, recovery_code, passkey].filter((factor) => factor !== undefined).length === 1,
      code('invalid_input'),
    ),
  answer: login.answer,
  refusals: ['second_factor_wrong', 'attempt_ended', 'too_many_requests'],
})

const password = z
  .string({ error: code('password_required') })
  .min(1, code('password_required'))
  .max(PASSWORD_LENGTH_MAX, code('wrong_password'))

/**
 * Confirms this session for ten minutes; its token is renewed. With a factor on, the password needs a code: of the app
 * or a recovery code. rule: confirmation, session-expiry
 */
export const confirm = endpoint({
  method: 'POST',
  path: '/api/auth/confirm',
  summary: 'Confirm that it is me, for the next ten minutes of this session',
  caller: { role: 'user' },
  whileSuspended: 'allowed',
  body: z
    .object({
      password: password.optional(),
      code: typedCode('code_wrong').optional(),
      passkey: WebAuthnResponse.optional(),
    })
    .refine(
      (given) => given.password !== undefined || given.passkey !== undefined,
      code('password_required'),
    ),
  answer: z.object({ confirmed_until: Instant }),
  refusals: ['code_wrong', 'passkey_refused', 'too_many_requests'],
})
