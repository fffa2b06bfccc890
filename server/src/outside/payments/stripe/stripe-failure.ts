import { Stripe } from 'stripe'

/** An error that is safe to log: its type, code and request id. Stripe's details may contain the card or a secret. */
export function failureFor(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error
  const { type, code = 'no code', requestId = 'no request' } = error
  return new Error(`Stripe refused: ${type}, ${code}, ${requestId}`)
}

/** The answer; undefined if Stripe has no such object. */
export async function unlessMissing<Answer>(answer: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await answer
  } catch (error) {
    if (isRefusedAs(error, 'resource_missing')) return undefined
    throw error
  }
}

/** Whether Stripe refused with this code. */
export function isRefusedAs(error: unknown, code: string): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === code
}
