/**
 * Addresses whose last part is a secret: whoever knows it may act. Letters and pages of earlier versions use some of
 * them. `$1` is the part before it. rule: secret-addresses
 */
const SECRET_ADDRESS =
  /^(\/(?:reset-password|not-me|verify-email|answer|visit|unsubscribe|safety|support|reference|simulated-checkout|operator\/enrol|api\/operator\/enrolments|api\/calendar|api\/answer-links|api\/visit-links|api\/unsubscribe|api\/safety|api\/safety-stop|api\/support|api\/references|api\/simulated-checkout)\/).+/
/** Values in a query that belong into no log: they name a checkout at the payment provider. */
const SECRET_VALUE = /([?&]session_id=)[^&]*/gi

/** What an operator looks for: an email, a name or a phone of somebody. */
const SOUGHT = /^(\/(?:api\/)?operator\/[^?]*\?(?:.*&)?q=)[^&]*/

/** The name of a private photo opens nothing alone, but a log has no use for it. rule: private-home-photos */
const PRIVATE_PHOTO = /^(\/api\/private-photos\/)[^?]+/

/** Whether an address must not reach other sites or logs. */
export function isSecretAddress(url: string): boolean {
  return SECRET_ADDRESS.test(url)
}

/** An address for the log: without the secrets in it. rule: secret-addresses */
export function maskAddress(url: string): string {
  return url
    .replace(SECRET_ADDRESS, '$1…')
    .replace(SECRET_VALUE, '$1…')
    .replace(SOUGHT, '$1…')
    .replace(PRIVATE_PHOTO, '$1…')
}
