import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import {
  ownFactors,
  Passkey,
  SignOutOthers,
  signOutOthersQuery,
  WebAuthnOptions,
  WebAuthnResponse,
} from './factors.ts'
import { login } from './identity.ts'
import { PASSKEY_NAME_LENGTH_MAX } from './account-rules.ts'
import { line } from '../values.ts'

const params = z.object({ id: z.string() })
const passkeyParams = z.object({ id: z.string(), passkeyId: z.string() })
const name = line(1, PASSKEY_NAME_LENGTH_MAX)

/** Options for the browser's `navigator.credentials.create`. rule: passkeys, confirmation */
export const passkeyOptions = endpoint({
  method: 'POST',
  path: '/api/users/{id}/passkeys/options',
  summary: 'Begin to add a passkey',
  ...ownFactors,
  needsConfirmation: true,
  params,
  answer: z.object({ options: WebAuthnOptions }),
  refusals: ['passkeys_unavailable', 'too_many_passkeys'],
})

/** The first factor of the account answers its recovery codes, this one time. rule: passkeys, recovery-codes */
export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/users/{id}/passkeys',
  summary: 'Add the passkey that the browser made',
  ...ownFactors,
  params,
  body: z.object({ name, response: WebAuthnResponse, sign_out_others: SignOutOthers }),
  answer: z.object({ passkey: Passkey, recovery_codes: z.array(z.string()).optional() }),
  refusals: ['passkey_refused', 'passkeys_unavailable', 'too_many_passkeys'],
})

/** 'not_found' for another person's passkey. rule: passkeys */
export const renamePasskey = endpoint({
  method: 'PUT',
  path: '/api/users/{id}/passkeys/{passkeyId}',
  summary: 'Give my passkey another name',
  ...ownFactors,
  params: passkeyParams,
  body: z.object({ name }),
  answer: z.object({ passkey: Passkey }),
  refusals: ['not_found'],
})

/** The account's last factor takes the recovery codes with it. rule: second-factor, confirmation */
export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/api/users/{id}/passkeys/{passkeyId}',
  summary: 'Remove my passkey',
  ...ownFactors,
  needsConfirmation: true,
  params: passkeyParams,
  query: signOutOthersQuery,
  answer: z.object({ message: z.string() }),
  refusals: ['not_found'],
})

/** Options for `navigator.credentials.get`, to sign in or to confirm. rule: passkeys */
export const passkeySignInOptions = endpoint({
  method: 'POST',
  path: '/api/login/passkey/options',
  summary: 'Begin to sign in, or to confirm, with a passkey',
  caller: { role: 'anyone' },
  answer: z.object({ options: WebAuthnOptions }),
  refusals: ['passkeys_unavailable', 'too_many_requests'],
})

/** rule: passkeys */
export const passkeySignIn = endpoint({
  method: 'POST',
  path: '/api/login/passkey',
  summary: 'Sign in with a passkey alone',
  caller: { role: 'anyone' },
  body: z.object({ response: WebAuthnResponse }),
  answer: login.answer,
  refusals: ['passkey_refused', 'too_many_requests'],
})
