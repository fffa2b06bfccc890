import type { IncomingMessage, ServerResponse } from 'node:http'

/** Where Node keeps the text of a head. It is no public name. */
const TEXT = '_header'
type WithText = { [TEXT]?: unknown }

/**
 * The head of an answer that is sent again and again, with another request id and date. `writeHead` checks and joins
 * names and values each time, which is a sixth of the processor time of a small answer, and Node has no public way to
 * send what it has checked before. So its own text of the first head is taken for the next ones. A Node that keeps no
 * such text gets `writeHead` each time.
 */
export class KnownHead {
  readonly #status: number
  readonly #fields: string[]
  /** Before the request id, between it and the date, and after that. */
  #parts: readonly [string, string, string] | undefined

  /** `fields` are names and values, without a request id. */
  constructor(status: number, fields: readonly string[]) {
    this.#status = status
    this.#fields = ['x-request-id', '', ...fields]
  }

  get status(): number {
    return this.#status
  }

  /** Roughly, in memory. */
  get bytes(): number {
    return 4 * this.#fields.join().length
  }

  write(request: IncomingMessage, response: ServerResponse, id: string): void {
    const isUsual = staysOpen(request, response)
    if (isUsual && this.#parts) {
      const [start, middle, end] = this.#parts
      response.statusCode = this.#status
      ;(response as WithText)[TEXT] = `${start}${id}${middle}${dateNow()}${end}`
      if (response.headersSent) return
    }
    this.#fields[1] = id
    response.writeHead(this.#status, this.#fields)
    if (isUsual) this.#parts ??= partsOf((response as WithText)[TEXT], id)
  }
}

/** Node has decided by all headers whether the connection stays open: `Proxy-Connection: close` ends it too. */
function staysOpen({ httpVersion, headers }: IncomingMessage, response: ServerResponse): boolean {
  return response.shouldKeepAlive && httpVersion === '1.1' && headers.expect === undefined
}

function partsOf(text: unknown, id: string): [string, string, string] | undefined {
  if (typeof text !== 'string') return undefined
  const [start = '', rest = ''] = text.split(id)
  const [, middle, end] = /^(.*?\r\ndate: )[^\r]+(\r\n.*)$/is.exec(rest) ?? []
  return middle === undefined || end === undefined ? undefined : [start, middle, end]
}

let date = { second: 0, text: '' }

function dateNow(): string {
  const second = Math.floor(Date.now() / 1000)
  if (second !== date.second) date = { second, text: new Date(second * 1000).toUTCString() }
  return date.text
}
