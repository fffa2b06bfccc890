import type { z } from 'zod'
import { CURRENT_PASSWORD_HEADER } from '#contract/product.ts'
import type { Contract } from '#contract/contract.ts'
import type { Complaint, RefusalBody, RefusalCode, RefusalParams } from '#contract/refusals.ts'

/** How a call travels: the browser's fetch, or the server's own way to itself while it renders. */
export type Fetcher = (path: string, init: RequestInit) => Promise<Response>

/** The server said no: `code` is what the screens translate, `complaints` the list where a call gives one (decision 8). */
export class Refusal extends Error {
  readonly status: number
  readonly code: RefusalCode
  readonly detail: RefusalBody['detail']
  readonly complaints: readonly Complaint[]
  /** The values that the refusal is about, such as `area`. */
  readonly params: RefusalParams

  constructor(status: number, body: RefusalBody) {
    super(
      typeof body.detail === 'string' ? body.detail : body.detail.map(({ msg }) => msg).join(', '),
    )
    this.status = status
    this.code = body.code
    this.detail = body.detail
    this.params = body.params ?? {}
    this.complaints = typeof body.detail === 'string' ? [] : body.detail
  }
}

/** The call never arrived, or no answer of ours came back. */
export class ConnectionLost extends Error {}

/** Something answered in the server’s place, such as a proxy on the way: `body` is its JSON, undefined if it was none. */
export class ForeignAnswer extends ConnectionLost {
  readonly body: unknown

  constructor(body?: unknown, options?: ErrorOptions) {
    super('Somebody else answered', options)
    this.body = body
  }
}

type Given<S> = S extends z.ZodType ? z.input<S> : never
type Field<Name extends string, S> = [Given<S>] extends [undefined]
  ? { [K in Name]?: undefined }
  : Partial<Given<S>> extends Given<S>
    ? { [K in Name]?: Given<S> }
    : { [K in Name]: Given<S> }

export type CallName = keyof Contract
export type Input<N extends CallName> = Field<'params', NonNullable<Contract[N]['params']>> &
  Field<'query', NonNullable<Contract[N]['query']>> &
  Field<'body', NonNullable<Contract[N]['body']>> & {
    signal?: AbortSignal
    /** Decision 40: one for each thing a person does, repeated when it is tried again. */
    idempotencyKey?: string
    /** The current password, for calls that ask for it again. */
    password?: string
  }
export type Answer<N extends CallName> = z.output<Contract[N]['answer']>

type Inputs<N extends CallName> = {} extends Input<N> ? [input?: Input<N>] : [input: Input<N>]
type LooseInput = {
  params?: Record<string, string>
  query?: Record<string, string | number | boolean | null | undefined>
  body?: unknown
  signal?: AbortSignal
  idempotencyKey?: string
  password?: string
}

/** `call('GET /api/auth/me')`: answers what the contract promises, throws `Refusal` or `ConnectionLost`. */
export type Api = {
  call<N extends CallName>(name: N, ...inputs: Inputs<N>): Promise<Answer<N>>
  /** From now on nothing is read, until what this answers is called: who reads meanwhile waits for ever. */
  holdReads(): () => void
}

const KNOWN_MAX = 30

/** `language` is asked at every call and sent as Accept-Language. */
export function createApi(fetcher: Fetcher, language: () => string): Api {
  let isHeld = false
  // What no browser may keep, and a page that asks every half minute need not be sent again: gone with the page.
  const known = new Map<string, { tag: string; answer: unknown }>()
  return {
    holdReads() {
      isHeld = true
      return () => {
        isHeld = false
      }
    },
    async call<N extends CallName>(name: N, ...inputs: Inputs<N>) {
      const input = (inputs[0] ?? {}) as LooseInput
      const [method = 'GET', path = '/'] = name.split(' ')
      if (isHeld && method === 'GET') await new Promise(() => {})
      const headers: Record<string, string> = {
        accept: 'application/json',
        'accept-language': language(),
      }
      if (input.body !== undefined) headers['content-type'] = 'application/json'
      if (input.idempotencyKey) headers['idempotency-key'] = input.idempotencyKey
      if (input.password) headers[CURRENT_PASSWORD_HEADER] = encodeURIComponent(input.password)
      const url = address(path, input)
      const place = headers['accept-language'] + url
      // Whoever writes, logs in or logs out has to read anew.
      if (method !== 'GET') known.clear()
      const had = known.get(place)
      if (had) headers['if-none-match'] = had.tag
      const response = await fetcher(url, {
        method,
        headers,
        credentials: 'same-origin',
        ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
        ...(input.signal ? { signal: input.signal } : {}),
      }).catch((cause: unknown) => {
        if (input.signal?.aborted) throw cause
        throw new ConnectionLost('No answer', { cause })
      })
      if (had && response.status === 304) return had.answer as Answer<N>
      known.delete(place)
      const answer = await parseResponse(response)
      const tag = response.headers.get('etag')
      if (method === 'GET' && tag && response.headers.get('cache-control') === 'no-store') {
        known.set(place, { tag, answer })
        for (const oldest of known.keys()) if (known.size > KNOWN_MAX) known.delete(oldest)
      }
      return answer as Answer<N>
    },
  }
}

/** The address of a call: its path filled in, its query attached. */
export function address(
  path: string,
  { params = {}, query = {} }: Pick<LooseInput, 'params' | 'query'>,
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  }
  return search.size > 0 ? `${filled}?${search}` : filled
}

/** What came back: the answer, or a `Refusal` or `ConnectionLost` thrown. */
export async function parseResponse(response: Response): Promise<unknown> {
  const body: unknown = await response.json().catch((cause: unknown) => {
    throw new ForeignAnswer(undefined, { cause })
  })
  if (response.ok) return body
  if (!isRefusal(body)) throw new ForeignAnswer(body)
  throw new Refusal(response.status, body)
}

const isRefusal = (body: unknown): body is RefusalBody =>
  typeof body === 'object' &&
  body !== null &&
  'code' in body &&
  'detail' in body &&
  (typeof body.detail === 'string' || Array.isArray(body.detail))
