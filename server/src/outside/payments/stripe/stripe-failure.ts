import { Stripe } from 'stripe'

/** What may be known of a failure: its kind, its code and Stripe's request. Its details may name the card or a client's secret. */
export function failureFor(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error
  const { type, code = 'no code', requestId = 'no request' } = error
  return new Error(`Stripe did not do it: ${type}, ${code}, ${requestId}`)
}

/** The answer, or undefined where Stripe has no such object. */
export async function unlessMissing<Answer>(answer: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await answer
  } catch (error) {
    if (isRefusedAs(error, 'resource_missing')) return undefined
    throw error
  }
}

/** Whether Stripe refused with one of its codes. */
export function isRefusedAs(error: unknown, code: string): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === code
}
