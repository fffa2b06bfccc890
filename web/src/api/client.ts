import type { z } from 'zod'
import { CURRENT_PASSWORD_HEADER } from '#contract/browser-names.ts'
import type { Contract } from '#contract/contract.ts'
import type { FieldProblem, RefusalBody, RefusalCode, RefusalParams } from '#contract/refusals.ts'

/** Sends a request: the browser's fetch, or a function of the server that answers its own reads while it renders. */
export type Fetcher = (path: string, init: RequestInit) => Promise<Response>

/**
 * An expected negative answer of the API. Screens translate `code`; `fieldProblems` lists the invalid fields, if there
 * are any. rule: error-shape
 */
export class Refusal extends Error {
  readonly status: number
  readonly code: RefusalCode
  readonly detail: RefusalBody['detail']
  readonly fieldProblems: readonly FieldProblem[]
  /** The values that the refusal is about, such as `area`. */
  readonly params: RefusalParams
  /** The whole body, with further objects that the refusal is about, such as free times. */
  readonly about: RefusalBody
  /** Milliseconds after which a retry may succeed; 0 if the server did not say it. */
  readonly retryAfterMs: number

  constructor(status: number, body: RefusalBody, retryAfterSeconds?: string | null) {
    super(
      typeof body.detail === 'string' ? body.detail : body.detail.map(({ msg }) => msg).join(', '),
    )
    this.status = status
    this.code = body.code
    this.detail = body.detail
    this.params = body.params ?? {}
    this.about = body
    this.retryAfterMs = Number(retryAfterSeconds ?? 0) * 1000
    this.fieldProblems = typeof body.detail === 'string' ? [] : body.detail
  }
}

/** Lustra itself did not answer. Whether the server acted is unknown, so the same request can be sent again. */
export class NoAnswer extends Error {}

/** The request did not reach the server, or its answer did not reach the browser. */
export class ConnectionLost extends NoAnswer {}

/**
 * Something else answered, such as a proxy, or the answer cannot be read. The person's connection is not at fault.
 * `body` is its JSON, undefined if it sent none.
 */
export class ForeignAnswer extends NoAnswer {
  readonly status: number
  readonly body: unknown

  constructor(status: number, body?: unknown, options?: ErrorOptions) {
    super('Not an answer of the API', options)
    this.status = status
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
    /** One key for each intent of a user. Retries repeat it, so that the server acts once. rule: idempotency-key */
    idempotencyKey?: string
    /** The current password, for calls that require it. */
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

/**
 * `call('GET /api/auth/me')` returns the answer that the contract declares. It throws `Refusal`,
 * `ConnectionLost` or `ForeignAnswer`.
 */
export type Api = {
  call<N extends CallName>(name: N, ...inputs: Inputs<N>): Promise<Answer<N>>
  /** Lets all further reads wait. Returns a function that ends this; reads that wait by then never return. */
  holdReads(): () => void
}

const CACHED_ANSWERS_MAX = 30

/** `language` is called for each request, which sends it as Accept-Language. */
export function createApi(fetcher: Fetcher, language: () => string): Api {
  let isHeld = false
  // Answers with `no-store`, which the browser's cache must not hold, by language and address. A read that repeats on a
  // timer then receives a 304. They exist as long as the page.
  const cachedAnswers = new Map<string, { tag: string; answer: unknown }>()
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
      const cacheKey = headers['accept-language'] + url
      // A write, a login or a logout can change any answer.
      if (method !== 'GET') cachedAnswers.clear()
      const cached = cachedAnswers.get(cacheKey)
      if (cached) headers['if-none-match'] = cached.tag
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
      if (cached && response.status === 304) return cached.answer as Answer<N>
      cachedAnswers.delete(cacheKey)
      const answer = await parseResponse(response)
      const tag = response.headers.get('etag')
      if (method === 'GET' && tag && response.headers.get('cache-control') === 'no-store') {
        cachedAnswers.set(cacheKey, { tag, answer })
        for (const oldest of cachedAnswers.keys())
          if (cachedAnswers.size > CACHED_ANSWERS_MAX) cachedAnswers.delete(oldest)
      }
      return answer as Answer<N>
    },
  }
}

/** The address of a call, with its path parameters and its query. */
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

/** Returns the answer of a response. Throws `Refusal`, `ForeignAnswer`, or `ConnectionLost` in the middle of it. */
export async function parseResponse(response: Response): Promise<unknown> {
  const body: unknown = await response.json().catch((cause: unknown) => {
    // A text that is no JSON is of a proxy; any other error is a connection that broke within the answer.
    if (cause instanceof SyntaxError) throw new ForeignAnswer(response.status, undefined, { cause })
    throw new ConnectionLost('No whole answer', { cause })
  })
  if (response.ok) return body
  if (!isRefusal(body)) throw new ForeignAnswer(response.status, body)
  throw new Refusal(response.status, body, response.headers.get('retry-after'))
}

const isRefusal = (body: unknown): body is RefusalBody =>
  typeof body === 'object' &&
  body !== null &&
  'code' in body &&
  'detail' in body &&
  (typeof body.detail === 'string' || Array.isArray(body.detail))
