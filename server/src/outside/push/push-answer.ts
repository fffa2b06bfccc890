const WAIT_S_MIN = 1
const WAIT_S_MAX = 24 * 3600

/**
 * The next step that the answer of a push service asks of us. 'sign': its clock or our signature is wrong. 'shorten':
 * the text is too long for it. 'gone': this subscription takes no push of ours any more. rule: push-devices
 */
export type PushAnswer = 'sent' | 'gone' | 'failed' | 'sign' | 'shorten' | { waitS: number }

const ANSWERS: Readonly<Record<number, PushAnswer>> = {
  400: 'gone',
  401: 'sign',
  403: 'sign',
  404: 'gone',
  410: 'gone',
  413: 'shorten',
}
const BUSY: readonly number[] = [429, 503]

export function readAnswer({ status, ok, headers }: Response): PushAnswer {
  if (ok) return 'sent'
  const waitS = BUSY.includes(status) ? retryAfterSeconds(headers) : undefined
  return waitS === undefined ? (ANSWERS[status] ?? 'failed') : { waitS }
}

/**
 * The seconds that an answer asks to wait, at least one and at most a day's; undefined if it does not say so, or not
 * readably (RFC 9110).
 */
function retryAfterSeconds(headers: Headers): number | undefined {
  const text = headers.get('retry-after')?.trim() ?? ''
  const seconds = /^\d+$/.test(text) ? Number(text) : secondsUntil(text, dateOf(headers))
  return seconds === undefined ? undefined : Math.min(Math.max(seconds, WAIT_S_MIN), WAIT_S_MAX)
}

/** The seconds until a date, by the clock of the service, which made both dates. */
function secondsUntil(text: string, now: Date): number | undefined {
  if (!/^[A-Z][a-z]+, /.test(text)) return undefined
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : Math.ceil((at - +now) / 1000)
}

/** When the service answered, by its own clock; ours if it does not say. */
export function dateOf(headers: Headers): Date {
  const at = Date.parse(headers.get('date') ?? '')
  return Number.isNaN(at) ? new Date() : new Date(at)
}
