import { refuse } from '#server/http/refusal.ts'
import type { Context } from '#server/context.ts'

/**
 * Returns what the payments provider answers; refuses with `payments_unavailable` if it fails.
 * rule: provider-unavailable
 */
export async function callProvider<Answer>(
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
