/**
 * Addresses whose last part is a secret: whoever knows it may act. Letters and pages of earlier versions use some of
 * them. `$1` is the part before it. rule: secret-addresses
 */
const SECRET_ADDRESS =
  /^(\/(?:reset-password|not-me|verify-email|answer|visit|unsubscribe|safety|support|reference|simulated-checkout|operator\/enrol|api\/operator\/enrolments|api\/calendar|api\/answer-links|api\/visit-links|api\/unsubscribe|api\/safety|api\/safety-stop|api\/support|api\/references|api\/simulated-checkout)\/).+/
/**
 * Names of private pictures open nothing alone, but a log has no use for them. rule: home-photos
 */
const PRIVATE_FILE =
  /^(\/api\/(?:private-photos|pair-photos|review-photos|operator\/problem-photos|(?:bookings|homes)\/[^/]+\/photos)\/).+/

/**
 * The values of a query that the log keeps: where a list begins, its order, its period, ids. All else may be a secret
 * or something about a person, such as a checkout's id, whom an operator looks for, or where a client lives.
 */
const LOGGED_VALUES: ReadonlySet<string> = new Set(
  `action availability before current_user_id days from image_index lang operator_id page page_size part person_id
  problem_id queue service_type sign_out_others sort_by state table to user_id version when year`.split(
    /\s+/,
  ),
)

/**
 * The secret parts in the path of an address, which are masked. The logs of balancers mask the same. rule:
 * trusted-proxies
 */
export const MASKED_PATHS: readonly RegExp[] = [SECRET_ADDRESS, PRIVATE_FILE]

/** Whether an address must not reach other sites or logs. */
export function isSecretAddress(url: string): boolean {
  return SECRET_ADDRESS.test(url)
}

/** An address for the log: without the secrets in it. rule: secret-addresses */
export function maskAddress(url: string): string {
  const [path = '', ...queries] = url.split('?')
  const masked = maskPath(path)
  return queries.length === 0 ? masked : `${masked}?${maskQuery(queries.join('?'))}`
}

function maskPath(path: string): string {
  const mask = (text: string) =>
    MASKED_PATHS.reduce((left, secret) => left.replace(secret, '$1…'), text)
  const masked = mask(path)
  if (masked !== path) return masked
  // The router reads escapes, and who repeats a slash repeats the secret.
  const plain = withoutEscapes(path).replaceAll(/\/{2,}/g, '/')
  return mask(plain) === plain ? path : mask(plain)
}

function maskQuery(query: string): string {
  return query
    .split('&')
    .map((pair) => {
      const [, name] = /^([a-z_]{1,30})=/.exec(pair) ?? []
      if (name === undefined) return '…'
      return LOGGED_VALUES.has(name) ? pair : `${name}=…`
    })
    .join('&')
}

function withoutEscapes(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
