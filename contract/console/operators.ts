import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { typedCode, WebAuthnOptions, WebAuthnResponse } from '../people/factors.ts'
import { login, WEAK_PASSWORD } from '../people/identity.ts'
import { PASSWORD_LENGTH_MAX } from '../people/account-rules.ts'
import { code, Id, Instant } from '../values.ts'

/** The path below which all calls of operators are. rule: operator-host */
export const OPERATOR_API_PATH = '/api/operator'

/** Calls of operators. Without an operator's session they are 401 before the body is read. rule: operator-sessions */
const byOperator = { caller: { role: 'operator' } } as const

/** Calls that operators make before they are signed in. */
const byVisitor = { caller: { role: 'anyone' } } as const

const OperatorName = z.object({ id: Id, email: z.string(), name: z.string() })

/** Exactly one of the two factors of an operator. */
const isOneFactor = (given: { code?: unknown; passkey?: unknown }) =>
  (given.code === undefined) !== (given.passkey === undefined)
const attempt = z.string(code('attempt_ended')).max(200, code('attempt_ended'))
const enrolmentParams = z.object({ token: z.string() })

/** The data for the page of an enrolment link. rule: operators */
export const operatorEnrolment = endpoint({
  method: 'GET',
  path: '/api/operator/enrolments/{token}',
  summary: 'Who enrols with this link',
  ...byVisitor,
  params: enrolmentParams,
  answer: z.object({
    email: z.string(),
    name: z.string(),
    totp: z.object({
      /** base32 */
      secret: z.string(),
      otpauth_url: z.string(),
    }),
    /** Null if passkeys cannot be used at this address. */
    passkey_options: WebAuthnOptions.nullable(),
  }),
  refusals: ['link_ended'],
})

/** Sets the password and one factor, once. rule: operators */
export const enrolOperator = endpoint({
  method: 'POST',
  path: '/api/operator/enrolments/{token}',
  summary: 'Set my password and my second factor',
  ...byVisitor,
  params: enrolmentParams,
  body: z
    .object({
      password: z
        .string({ error: code('password_required') })
        .min(1, code('password_required'))
        .max(PASSWORD_LENGTH_MAX, code('password_too_long')),
      code: typedCode('code_wrong').optional(),
      passkey: WebAuthnResponse.optional(),
    })
    .refine(isOneFactor, code('code_wrong')),
  answer: z.object({ message: z.string() }),
  refusals: ['code_wrong', 'passkey_refused', 'link_ended', 'password_too_short', ...WEAK_PASSWORD],
})

/** Never a session: the second step starts it. rule: operator-sign-in */
export const operatorLogin = endpoint({
  method: 'POST',
  offersChallenge: true,
  path: '/api/operator/login',
  summary: 'Begin to sign in with email and password',
  ...byVisitor,
  body: login.body!,
  answer: z.object({
    second_factor: z.object({
      attempt: z.string(),
      methods: z.array(z.enum(['passkey', 'totp'])),
      passkey_options: WebAuthnOptions.optional(),
      expires_at: Instant,
    }),
  }),
  refusals: ['invalid_credentials', 'too_many_requests'],
})

const SignedInOperator = z.object({ operator: OperatorName, expires_at: Instant })

/** rule: operator-sign-in */
export const operatorSecondFactor = endpoint({
  method: 'POST',
  offersChallenge: true,
  path: '/api/operator/login/second-factor',
  summary: 'Finish signing in with a second factor',
  ...byVisitor,
  body: z
    .object({
      attempt,
      code: typedCode('second_factor_wrong').optional(),
      passkey: WebAuthnResponse.optional(),
    })
    .refine(isOneFactor, code('invalid_input')),
  answer: SignedInOperator,
  refusals: ['second_factor_wrong', 'attempt_ended', 'too_many_requests'],
})

/** Options to sign in, or to confirm. rule: operator-sign-in */
export const operatorPasskeyOptions = endpoint({
  method: 'POST',
  path: '/api/operator/login/passkey/options',
  summary: 'Begin to sign in, or to confirm, with a passkey',
  ...byVisitor,
  answer: z.object({ options: WebAuthnOptions }),
  refusals: ['passkeys_unavailable', 'too_many_requests'],
})

/** rule: operator-sign-in */
export const operatorPasskeySignIn = endpoint({
  method: 'POST',
  path: '/api/operator/login/passkey',
  summary: 'Sign in with a passkey alone',
  ...byVisitor,
  body: z.object({ response: WebAuthnResponse }),
  answer: SignedInOperator,
  refusals: ['passkey_refused', 'too_many_requests'],
})

/** rule: operator-sessions */
export const operatorMe = endpoint({
  method: 'GET',
  path: '/api/operator/me',
  summary: 'Who is signed in, and until when',
  ...byOperator,
  answer: z.object({
    operator: OperatorName,
    expires_at: Instant,
    /** The moment until which this session is confirmed; null if it is not. rule: operator-sessions */
    confirmed_until: Instant.nullable(),
  }),
})

/** rule: operator-sessions */
export const operatorLogout = endpoint({
  method: 'POST',
  path: '/api/operator/logout',
  summary: 'Sign the operator out',
  ...byOperator,
  answer: z.object({ message: z.string() }),
})

/** Confirms this session for ten minutes; its token is renewed. rule: operator-sessions */
export const operatorConfirm = endpoint({
  method: 'POST',
  path: '/api/operator/confirm',
  summary: 'Confirm that it is me, for the next ten minutes of this session',
  ...byOperator,
  body: z
    .object({ code: typedCode('code_wrong').optional(), passkey: WebAuthnResponse.optional() })
    .refine(isOneFactor, code('code_wrong')),
  answer: z.object({ confirmed_until: Instant }),
  refusals: ['code_wrong', 'passkey_refused', 'too_many_requests'],
})
