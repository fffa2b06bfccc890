import { refuse } from '#server/http/refusal.ts'
import type { Context } from '#server/context.ts'

/** What the provider answers; refuses with 'payments_unavailable' when it cannot be reached, so that the person tries again. */
export async function ask<Answer>({ log }: Context, question: Promise<Answer>): Promise<Answer> {
  try {
    return await question
  } catch (error) {
    log.warn({ err: error }, 'the payments provider did not answer')
    return refuse('payments_unavailable')
  }
}
