import { refuse } from '#server/http/calls/refusal.ts'
import type { Context } from '#server/context.ts'

/**
 * Waits for a request to the payments provider and returns its answer. If the request fails, logs the error and refuses
 * 'payments_unavailable'.
 * rule: provider-unavailable
 */
export async function refuseIfProviderFails<Answer>(
  { log }: Context,
  answer: Promise<Answer>,
): Promise<Answer> {
  try {
    return await answer
  } catch (error) {
    log.warn({ err: error }, 'the payments provider did not answer')
    return refuse('payments_unavailable')
  }
}
