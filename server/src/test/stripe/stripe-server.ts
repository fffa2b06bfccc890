import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Stripe } from 'stripe'
import { StripeAccount, StripeError, find } from './stripe-account.ts'
import type { StripeObject } from './stripe-account.ts'
import { at, readForm } from './form.ts'
import type { Fields } from './form.ts'

export const STRIPE_KEY = 'sk_test_lustra'
export const STRIPE_WEBHOOK_SECRET = 'whsec_lustra'

type Call = { method: string; path: string; version: string | undefined; key: string | undefined }
type SavedAnswer = { status: number; body: string; sent: string }

/**
 * The part of Stripe's API that we use, over HTTP on its own port: it has state, honours Idempotency-Key and signs
 * events.
 */
export class StripeServer {
  readonly account: StripeAccount
  /** All calls, oldest first. */
  readonly calls: Call[] = []
  /** Closes every connection. */
  isDown = false
  /** Delay of each answer in milliseconds. */
  delayMs = 0
  /** Answers no call before it resolves. */
  gate: Promise<unknown> | undefined
  /** How many answers to writes are lost after the call was executed. */
  lostAnswers = 0
  readonly #server = createServer((request, response) => void this.#answer(request, response))
  readonly #savedAnswers = new Map<string, SavedAnswer>()

  constructor(now: Date) {
    this.account = new StripeAccount(now)
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

  /** An event as Stripe sends it at that moment: exact bytes and headers. */
  webhook(
    type: string,
    object: object,
    { at: moment = this.account.now, secret = STRIPE_WEBHOOK_SECRET } = {},
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
    if (this.lostAnswers > 0 && request.method !== 'GET') {
      this.lostAnswers--
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

  /** Gives a repeated key its first answer. Refuses the key with another body, as Stripe does. */
  #once(request: IncomingMessage, key: string | undefined, sent: string): SavedAnswer {
    const requestText = `${request.method} ${request.url} ${sent}`
    const saved =
      key === undefined || request.method === 'GET' ? undefined : this.#savedAnswers.get(key)
    if (saved)
      return saved.sent === requestText ? saved : refusal(new StripeError(400, 'idempotency_error'))
    const answer = { ...this.#try(request, sent), sent: requestText }
    if (key !== undefined && answer.status < 500) this.#savedAnswers.set(key, answer)
    return answer
  }

  #try(request: IncomingMessage, sent: string): SavedAnswer {
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
    const { account } = this
    const id = call.split('/').find((part) => /^(cs|sub|in|cus|pi)_/.test(part)) ?? ''
    switch (id ? call.replace(id, '{id}') : call) {
      case 'POST /checkout/sessions':
        return account.openSession(fields)
      case 'GET /checkout/sessions/{id}':
        return this.#expanded(account.session(id), fields)
      case 'POST /checkout/sessions/{id}/expire':
        return account.expireSession(id)
      case 'GET /subscriptions/{id}':
        return find(account.subscriptions, id)
      case 'POST /subscriptions/{id}':
        return account.changeSubscription(id, fields)
      case 'DELETE /subscriptions/{id}':
        return account.endSubscription(id)
      case 'GET /invoices':
        return page(this.#invoices(fields), fields)
      case 'GET /invoices/{id}':
        return find(account.invoices, id)
      case 'POST /invoices/{id}/pay':
        return account.payInvoice(id)
      case 'GET /invoice_payments':
        return page(this.#invoicePayments(fields), fields)
      case 'GET /checkout/sessions':
        return page(
          [...account.sessions.values()].filter(
            (one) =>
              one['payment_intent'] ===
              find(account.intents, numberIn(fields, 'payment_intent')).id,
          ),
          fields,
        )
      case 'GET /payment_intents/{id}':
        return find(account.intents, id)
      case 'GET /charges':
        return page(
          [...account.charges.values()].filter((one) => one['customer'] === at(fields, 'customer')),
          fields,
        )
      case 'GET /disputes':
        return page(
          [...account.disputes.values()].filter((one) => one['charge'] === at(fields, 'charge')),
          fields,
        )
      case 'DELETE /customers/{id}':
        return account.deleteCustomer(id)
      case 'POST /refunds':
        return account.refund(at(fields, 'payment_intent') ?? '')
      default:
        throw new StripeError(404, 'invalid_request_error')
    }
  }

  #expanded(session: StripeObject, fields: Fields): StripeObject {
    const intent = this.account.intents.get(String(session['payment_intent']))
    if (!intent || at(fields, 'expand.0') !== 'payment_intent.latest_charge') return session
    const latest_charge = this.account.charges.get(String(intent['latest_charge']))
    return { ...session, payment_intent: { ...intent, latest_charge } }
  }

  /** Payments of an invoice, or of a payment intent with its invoice. */
  #invoicePayments(fields: Fields): StripeObject[] {
    const id = at(fields, 'invoice')
    if (id !== undefined) return find(this.account.invoices, id)['payments'] as StripeObject[]
    const intent = find(this.account.intents, numberIn(fields, 'payment.payment_intent')).id
    return [...this.account.invoices.values()].flatMap((invoice) =>
      (invoice['payments'] as { payment: { payment_intent: string } }[])
        .filter(({ payment }) => payment.payment_intent === intent)
        .map((payment) => ({ ...payment, id: invoice.id, object: 'invoice_payment', invoice })),
    )
  }

  #invoices(fields: Fields): StripeObject[] {
    const status = at(fields, 'status')
    return this.account
      .invoicesOf(at(fields, 'subscription') ?? '')
      .filter((one) => status === undefined || one.status === status)
      .map(({ payments, ...invoice }) =>
        at(fields, 'expand.0') === 'data.payments'
          ? { ...invoice, payments: { object: 'list', data: payments, has_more: false } }
          : invoice,
      )
  }
}

/** A page of a list after the named object: at most three items, so that clients have to read several pages. */
function page(objects: StripeObject[], fields: Fields) {
  const after = at(fields, 'starting_after')
  const from = after === undefined ? 0 : objects.findIndex(({ id }) => id === after) + 1
  const data = objects.slice(from, from + 3)
  return { object: 'list', data, has_more: from + data.length < objects.length, url: '/v1' }
}

function numberIn(fields: Fields, path: string): string {
  return at(fields, path) ?? ''
}

function refusal({ status, type, code, message }: StripeError): SavedAnswer {
  return { status, body: JSON.stringify({ error: { type, code, message } }), sent: '' }
}
