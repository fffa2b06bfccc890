type Json = Record<string, unknown>

/** Makes a passkey with the server's options. Throws if the operator cancels. */
export async function createPasskey(options: Json): Promise<BrowserPasskey> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  )
  return asJson(await navigator.credentials.create({ publicKey }))
}

/** Signs the server's challenge with a passkey. Throws if the operator cancels. */
export async function signWithPasskey(options: Json): Promise<BrowserPasskey> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  )
  return asJson(await navigator.credentials.get({ publicKey }))
}

/** A passkey's answer as JSON, with the fields that the server's contract requires. */
type BrowserPasskey = { id: string; response: { clientDataJSON: string } }

function asJson(credential: Credential | null): BrowserPasskey {
  if (!(credential instanceof PublicKeyCredential)) throw new Error('The browser made no passkey')
  return credential.toJSON()
}
