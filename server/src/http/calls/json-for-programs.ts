import type { IncomingMessage } from 'node:http'

/** Pages that have an API call of the same name. */
const PAGES = new Set(['/payment-success'])

/** The URL that handles a request: the API's, where the page is requested as JSON. rule: checkout-return */
export function apiUrlForPrograms({ url = '/', headers }: IncomingMessage): string {
  const accepted = headers.accept ?? ''
  const wantsJson = accepted.includes('application/json') && !accepted.includes('text/html')
  return wantsJson && PAGES.has(url.split('?')[0]!) ? `/api${url}` : url
}
