import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import type { Api, Input } from '#web/api/client.ts'
import { ConnectionLost } from '#web/api/client.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { retryImport } from '#web/loading/retry-import.ts'
import { useServerValue } from '#web/ui/states/use-hydrated.ts'

type Response = Input<'POST /api/login/passkey'>['body']['response']
type Options = Record<string, unknown>

/** The browser made or used no passkey: the person closed its dialog, or has one on this device already. */
class PasskeyFailed extends Error {
  readonly reason: 'cancelled' | 'known'

  constructor(reason: 'cancelled' | 'known', options?: ErrorOptions) {
    super('No passkey', options)
    this.reason = reason
  }
}

let load = () => import('@simplewebauthn/browser')

/** Loads the code of passkeys before a press needs it: some browsers open their dialog only right after a press. */
export async function loadPasskeys() {
  try {
    return await load()
  } catch (error) {
    load = retryImport(load, error)
    throw new ConnectionLost('The code of passkeys could not be loaded', { cause: error })
  }
}

/** Lets the browser make a passkey. Throws `PasskeyFailed`. rule: passkeys */
export async function makePasskey(options: Options): Promise<Response> {
  const { startRegistration } = await loadPasskeys()
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  return plain(await startRegistration({ optionsJSON }).catch(fail))
}

/** Lets the browser sign with a passkey. Throws `PasskeyFailed`. rule: passkeys */
export async function signWithPasskey(options: Options): Promise<Response> {
  const { startAuthentication } = await loadPasskeys()
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  return plain(await startAuthentication({ optionsJSON }).catch(fail))
}

/** Lets the browser sign with any passkey of this address, to sign in or to confirm. */
export async function anyPasskey(api: Api): Promise<Response> {
  const { options } = await api.call('POST /api/login/passkey/options')
  return signWithPasskey(options)
}

/** Whether this browser and this address can have passkeys; false while the server renders. rule: passkeys */
export function useHasPasskeys(): boolean {
  return useServerValue(false, typeof window !== 'undefined' && canHavePasskeys())
}

const IP_ADDRESS = /^[\d.]+$|:/

function canHavePasskeys(): boolean {
  return 'PublicKeyCredential' in window && !IP_ADDRESS.test(window.location.hostname)
}

/** The text of what failed with a passkey, or of any other failure. */
export function usePasskeyText(): (error: unknown) => string {
  const { t } = useTranslation('security')
  const refusalText = useRefusalText()
  return (error) =>
    error instanceof PasskeyFailed ? t(`passkeys.${error.reason}`) : refusalText(error)
}

function fail(error: unknown): never {
  const isKnown = error instanceof Error && error.name === 'InvalidStateError'
  throw new PasskeyFailed(isKnown ? 'known' : 'cancelled', { cause: error })
}

const plain = (answer: object) => answer as Response
