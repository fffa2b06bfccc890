import type { IncomingMessage } from 'node:http'

/** Pages that answer JSON to who asks for it (decision 5). */
const PAGES = new Set(['/payment-success'])

/** The address that answers a request: of these pages the API's, for readers who accept JSON and no page. */
export function apiUrlForPrograms({ url = '/', headers }: IncomingMessage): string {
  const accepted = headers.accept ?? ''
  const wantsJson = accepted.includes('application/json') && !accepted.includes('text/html')
  return wantsJson && PAGES.has(url.split('?')[0]!) ? `/api${url}` : url
}
