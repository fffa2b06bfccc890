import type { Stripe } from 'stripe'
import { PRODUCT_NAME } from '#contract/product.ts'
import { textsIn } from '#server/texts.ts'
import type { Checkout, CheckoutKind, CheckoutOrder, OpenCheckout } from '../payments.ts'
import { paymentOfIntent } from './payment.ts'
import { unlessMissing } from './stripe-failure.ts'

type Order = CheckoutOrder

const CURRENCY = 'usd'

const LOCALES = { en: 'en', pt: 'pt-BR', es: 'es-419' } as const
/** Opens a Checkout Session with our price and owner. Stripe remembers the key for a day. */
export async function openSession(
  stripe: Stripe,
  kind: CheckoutKind,
  order: CheckoutOrder,
): Promise<OpenCheckout> {
  const session = await stripe.checkout.sessions.create(
    {
      ...(kind === 'subscription' ? subscriptionParts(order) : leadParts(order)),
      metadata: { owner_id: order.ownerId, kind },
      client_reference_id: order.ownerId,
      locale: LOCALES[order.language],
      success_url: order.successUrl.replaceAll('{CHECKOUT_ID}', '{CHECKOUT_SESSION_ID}'),
      cancel_url: order.cancelUrl,
    },
    { idempotencyKey: order.key },
  )
  if (!session.url) throw new Error('Stripe opened a checkout without a URL.')
  return { id: session.id, url: session.url }
}

/**
 * The session as it is now. Owner and kind come from the metadata that we wrote. A session that we did not open is
 * ignored, such as a payment link of the same account, whose client_reference_id anyone can choose. So is one in
 * another currency.
 */
export async function readSession(stripe: Stripe, id: string): Promise<Checkout | undefined> {
  const session = await unlessMissing(
    stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent.latest_charge'] }),
  )
  const { owner_id: ownerId, kind } = session?.metadata ?? {}
  const isOurs = ownerId && (kind === 'subscription' || kind === 'lead')
  if (!session || !isOurs || session.currency !== CURRENCY) return undefined
  const intent = session.payment_intent
  if (typeof intent === 'string') throw new Error('Stripe did not expand the payment.')
  const isCompleted = session.status === 'complete'
  return {
    id: session.id,
    ownerId,
    kind,
    status: statusOf(session),
    url: session.status === 'open' ? session.url : null,
    customerId: idOf(session.customer),
    subscriptionId: idOf(session.subscription),
    payment: isCompleted && intent ? await paymentOfIntent(stripe, intent) : null,
  }
}

/** Expires an open session. One that was completed or has expired meanwhile is no error. */
export async function expireSession(
  stripe: Stripe,
  id: string,
  idempotencyKey: string,
): Promise<void> {
  const isOpen = async () =>
    (await unlessMissing(stripe.checkout.sessions.retrieve(id)))?.status === 'open'
  if (!(await isOpen())) return
  try {
    await stripe.checkout.sessions.expire(id, {}, { idempotencyKey })
  } catch (error) {
    if (await isOpen()) throw error
  }
}

function statusOf({ status, payment_status }: Stripe.Checkout.Session): Checkout['status'] {
  if (status === 'expired') return 'expired'
  if (status !== 'complete') return 'open'
  return payment_status === 'unpaid' ? 'processing' : 'paid'
}

function subscriptionParts(order: Order) {
  return {
    mode: 'subscription' as const,
    line_items: [{ quantity: 1, price_data: { ...priceOf('subscription', order), ...MONTHLY } }],
    subscription_data: { metadata: { owner_id: order.ownerId } },
    ...(order.customerId ? { customer: order.customerId } : { customer_email: order.email }),
  }
}
const MONTHLY = { recurring: { interval: 'month' } } as const

function leadParts(order: Order) {
  return {
    mode: 'payment' as const,
    line_items: [{ quantity: 1, price_data: priceOf('lead', order) }],
    payment_intent_data: { metadata: { owner_id: order.ownerId } },
    ...(order.customerId
      ? { customer: order.customerId }
      : { customer_email: order.email, customer_creation: 'always' as const }),
  }
}

function priceOf(kind: CheckoutKind, { amountCents, language }: Order) {
  return {
    currency: CURRENCY,
    unit_amount: amountCents,
    product_data: {
      name: textsIn(language, 'money')(`checkout.${kind}`, { product: PRODUCT_NAME }),
    },
  }
}

function idOf(object: string | { id: string } | null): string | null {
  return typeof object === 'string' ? object : (object?.id ?? null)
}
