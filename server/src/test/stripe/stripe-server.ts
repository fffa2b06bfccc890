import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Stripe } from 'stripe'
import { Books, StripeError, found } from './books.ts'
import type { Thing } from './books.ts'
import { at, readForm } from './form.ts'
import type { Fields } from './form.ts'

export const STRIPE_KEY = 'sk_test_lustra'
export const STRIPE_WEBHOOK_SECRET = 'whsec_lustra'

type Call = { method: string; path: string; version: string | undefined; key: string | undefined }
type Kept = { status: number; body: string; sent: string }

/** Stripe's API as far as we use it, over HTTP on a port of its own: it keeps state, honours Idempotency-Key and signs events. */
export class StripeServer {
  readonly books: Books
  /** Every call that came, oldest first. */
  readonly calls: Call[] = []
  /** Hangs up on everybody. */
  isDown = false
  /** Answers this much later. */
  delayMs = 0
  /** Answers nobody before it opens. */
  gate: Promise<unknown> | undefined
  /** So many answers to writes are lost after the deed was done. */
  losesAnswers = 0
  readonly #server = createServer((request, response) => void this.#answer(request, response))
  readonly #kept = new Map<string, Kept>()

  constructor(now: Date) {
    this.books = new Books(now)
  }

  async start(): Promise<void> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  get base(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** An event as Stripe sends it at that moment: its exact bytes and headers. */
  webhook(
    type: string,
    object: object,
    { at: moment = this.books.now, secret = STRIPE_WEBHOOK_SECRET } = {},
  ) {
    const id = `evt_${randomBytes(12).toString('hex')}`
    const payload = JSON.stringify({ id, object: 'event', type, data: { object } })
    const timestamp = Math.floor(+moment / 1000)
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
    return {
      body: payload,
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    }
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const sent = await text(request)
    const key = request.headers['idempotency-key']?.toString()
    const { method = '', url = '' } = request
    this.calls.push({
      method,
      path: url,
      version: request.headers['stripe-version']?.toString(),
      key,
    })
    if (this.isDown) {
      request.socket.destroy()
      return
    }
    await this.gate
    const { status, body } = this.#once(request, key, sent)
    if (this.losesAnswers > 0 && request.method !== 'GET') {
      this.losesAnswers--
      request.socket.destroy()
      return
    }
    const write = () =>
      response
        .writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_1' })
        .end(body)
    if (this.delayMs === 0) write()
    else setTimeout(write, this.delayMs).unref()
  }

  /** The same key is the same answer; with something else it is refused, as Stripe does. */
  #once(request: IncomingMessage, key: string | undefined, sent: string): Kept {
    const what = `${request.method} ${request.url} ${sent}`
    const kept = key === undefined || request.method === 'GET' ? undefined : this.#kept.get(key)
    if (kept) return kept.sent === what ? kept : refusal(new StripeError(400, 'idempotency_error'))
    const answer = { ...this.#try(request, sent), sent: what }
    if (key !== undefined && answer.status < 500) this.#kept.set(key, answer)
    return answer
  }

  #try(request: IncomingMessage, sent: string): Kept {
    try {
      if (request.headers.authorization !== `Bearer ${STRIPE_KEY}`) {
        throw new StripeError(401, 'authentication_error')
      }
      const url = new URL(request.url ?? '', this.base)
      const fields = readForm(request.method === 'GET' ? url.search.slice(1) : sent)
      const body = this.#handle(`${request.method} ${url.pathname.replace('/v1', '')}`, fields)
      return { status: 200, body: JSON.stringify(body), sent: '' }
    } catch (error) {
      if (error instanceof StripeError) return refusal(error)
      throw error
    }
  }

  #handle(call: string, fields: Fields): unknown {
    const { books } = this
    const id = call.split('/').find((part) => /^(cs|sub|in)_/.test(part)) ?? ''
    switch (id ? call.replace(id, '{id}') : call) {
      case 'POST /checkout/sessions':
        return books.openSession(fields)
      case 'GET /checkout/sessions/{id}':
        return this.#expanded(books.session(id), fields)
      case 'GET /subscriptions/{id}':
        return found(books.subscriptions, id)
      case 'POST /subscriptions/{id}':
        return books.changeSubscription(id, fields)
      case 'DELETE /subscriptions/{id}':
        return books.endSubscription(id)
      case 'GET /invoices':
        return page(this.#invoices(fields), fields)
      case 'GET /invoices/{id}':
        return found(books.invoices, id)
      case 'POST /invoices/{id}/pay':
        return books.payInvoice(id)
      case 'GET /invoice_payments':
        return page(this.#invoicePayments(fields), fields)
      case 'GET /checkout/sessions':
        return page(
          [...books.sessions.values()].filter(
            (one) =>
              one['payment_intent'] === found(books.intents, asked(fields, 'payment_intent')).id,
          ),
          fields,
        )
      case 'GET /charges':
        return page(
          [...books.charges.values()].filter((one) => one['customer'] === at(fields, 'customer')),
          fields,
        )
      case 'POST /refunds':
        return books.refund(at(fields, 'payment_intent') ?? '')
      default:
        throw new StripeError(404, 'invalid_request_error')
    }
  }

  #expanded(session: Thing, fields: Fields): Thing {
    const intent = this.books.intents.get(String(session['payment_intent']))
    if (!intent || at(fields, 'expand.0') !== 'payment_intent.latest_charge') return session
    const latest_charge = this.books.charges.get(String(intent['latest_charge']))
    return { ...session, payment_intent: { ...intent, latest_charge } }
  }

  /** Of an invoice, or of a payment intent with its invoice. */
  #invoicePayments(fields: Fields): Thing[] {
    const id = at(fields, 'invoice')
    if (id !== undefined) return found(this.books.invoices, id)['payments'] as Thing[]
    const intent = found(this.books.intents, asked(fields, 'payment.payment_intent')).id
    return [...this.books.invoices.values()].flatMap((invoice) =>
      (invoice['payments'] as { payment: { payment_intent: string } }[])
        .filter(({ payment }) => payment.payment_intent === intent)
        .map((payment) => ({ ...payment, id: invoice.id, object: 'invoice_payment', invoice })),
    )
  }

  #invoices(fields: Fields): Thing[] {
    const status = at(fields, 'status')
    return this.books
      .invoicesOf(at(fields, 'subscription') ?? '')
      .filter((one) => status === undefined || one.status === status)
      .map(({ payments, ...invoice }) =>
        at(fields, 'expand.0') === 'data.payments'
          ? { ...invoice, payments: { object: 'list', data: payments, has_more: false } }
          : invoice,
      )
  }
}

/** A page of a list, after the thing that is named, at most three at a time so that readers turn pages. */
function page(things: Thing[], fields: Fields) {
  const after = at(fields, 'starting_after')
  const from = after === undefined ? 0 : things.findIndex(({ id }) => id === after) + 1
  const data = things.slice(from, from + 3)
  return { object: 'list', data, has_more: from + data.length < things.length, url: '/v1' }
}

function asked(fields: Fields, path: string): string {
  return at(fields, path) ?? ''
}

function refusal({ status, type, code, message }: StripeError): Kept {
  return { status, body: JSON.stringify({ error: { type, code, message } }), sent: '' }
}
