import { isIP } from 'node:net'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { PRODUCT_NAME } from '#contract/product.ts'

/** The time in which a browser may sign a challenge. */
export const CHALLENGE_MS = 5 * 60_000

/** EdDSA, ES256 and RS256: what passkeys use. The library's default also has one that Node calls experimental. */
const ALGORITHMS = [-8, -7, -257]

/** The host and the address of Lustra, for which passkeys are made. */
export type RelyingParty = { id: string; origin: string }

/** The stored fields of a passkey. */
export type StoredPasskey = {
  credential_id: Buffer
  public_key: Buffer
  counter: number
  transports: string[]
  synced: boolean
}
/** The browser's answer, as JSON, which nobody has checked yet. */
export type WebAuthnResponse = { id: string; response: { clientDataJSON: string } }

/** 250 files that most starts of the server do not need at once, so they are loaded with the first passkey. */
const library = () => import('@simplewebauthn/server')

/** The relying party of an address; undefined if its host is an IP address. rule: passkeys */
export function relyingParty(publicOrigin: string): RelyingParty | undefined {
  const { hostname: id, origin } = new URL(publicOrigin)
  return isIP(id.replaceAll(/[[\]]/g, '')) === 0 ? { id, origin } : undefined
}

/** Options to make a passkey: discoverable, with user verification, without attestation. rule: passkeys */
export async function registrationOptions(
  party: RelyingParty,
  owner: { id: string; name: string; displayName: string },
  known: readonly Pick<StoredPasskey, 'credential_id' | 'transports'>[],
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await library()
  return generateRegistrationOptions({
    rpName: PRODUCT_NAME,
    rpID: party.id,
    userID: new Uint8Array(Buffer.from(owner.id)),
    userName: owner.name,
    userDisplayName: owner.displayName,
    timeout: CHALLENGE_MS,
    attestationType: 'none',
    excludeCredentials: known.map(descriptor),
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** The passkey that a browser made for a challenge; undefined if anything about it is not right. rule: passkeys */
export async function verifiedRegistration(
  party: RelyingParty,
  response: WebAuthnResponse,
  expectedChallenge: string,
): Promise<StoredPasskey | undefined> {
  const { verifyRegistrationResponse } = await library()
  const result = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => undefined)
  if (!result?.verified) return undefined
  const { credential, credentialBackedUp } = result.registrationInfo
  return {
    credential_id: Buffer.from(credential.id, 'base64url'),
    public_key: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: credential.transports ?? [],
    synced: credentialBackedUp,
  }
}

/** Options to use a passkey: any that the browser has, or one of these. rule: passkeys */
export async function assertionOptions(
  party: RelyingParty,
  allowed?: readonly Pick<StoredPasskey, 'credential_id' | 'transports'>[],
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await library()
  return generateAuthenticationOptions({
    rpID: party.id,
    timeout: CHALLENGE_MS,
    userVerification: 'required',
    ...(allowed ? { allowCredentials: allowed.map(descriptor) } : {}),
  })
}

/**
 * Whether a browser signed a challenge with this passkey: its new counter, and whether it is synced. Undefined if
 * anything about it is not right. rule: passkeys
 */
export async function verifiedAssertion(
  party: RelyingParty,
  response: WebAuthnResponse,
  passkey: Omit<StoredPasskey, 'counter' | 'synced'>,
  expectedChallenge: string,
): Promise<Pick<StoredPasskey, 'counter' | 'synced'> | undefined> {
  const { verifyAuthenticationResponse } = await library()
  const result = await verifyAuthenticationResponse({
    response: response as AuthenticationResponseJSON,
    expectedChallenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    credential: {
      id: passkey.credential_id.toString('base64url'),
      publicKey: new Uint8Array(passkey.public_key),
      // The library would refuse 0 after a larger number. `recordPasskeyUse` compares them, under the lock of the row.
      counter: 0,
      transports: passkey.transports,
    },
    requireUserVerification: true,
  }).catch(() => undefined)
  if (!result?.verified) return undefined
  const { newCounter, credentialBackedUp } = result.authenticationInfo
  return { counter: newCounter, synced: credentialBackedUp }
}

/** The challenge that a browser's answer says it signed; undefined if the answer cannot be read. */
export function challengeOf({ response }: WebAuthnResponse): string | undefined {
  try {
    const text = Buffer.from(response.clientDataJSON, 'base64url').toString()
    const { challenge } = JSON.parse(text) as { challenge?: unknown }
    return typeof challenge === 'string' ? challenge : undefined
  } catch {
    return undefined
  }
}

function descriptor({
  credential_id,
  transports,
}: Pick<StoredPasskey, 'credential_id' | 'transports'>) {
  return { id: credential_id.toString('base64url'), transports }
}
