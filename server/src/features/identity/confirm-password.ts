import type { FastifyRequest } from 'fastify'
import { CURRENT_PASSWORD_HEADER, PASSWORD_LENGTH_MAX } from '#contract/product.ts'
import type { Actor } from '#server/http/actor.ts'
import { consumeRateLimit } from '#server/http/rate-limits.ts'
import { refuse } from '#server/http/refusal.ts'
import type { Context } from '#server/context.ts'
import { userById } from './identity.queries.ts'
import { verifyPassword } from './passwords.ts'

/**
 * Verifies the current password in CURRENT_PASSWORD_HEADER and returns the account with its hash. Refuses
 * 'password_required', 'wrong_password' and, after ten tries an hour, 'too_many_requests'. rule: confirm-password
 */
export async function confirmPassword(
  context: Context,
  actor: Actor,
  { headers }: Pick<FastifyRequest, 'headers'>,
): Promise<{ id: string; password_hash: string }> {
  const password = decoded(headers[CURRENT_PASSWORD_HEADER])
  if (!password) refuse('password_required')
  await consumeRateLimit(context, 'confirm_by_user', actor.id)
  if (password.length > PASSWORD_LENGTH_MAX) refuse('wrong_password')
  const user = await userById(context.db, actor.id)
  if (!(await verifyPassword(password, user)) || !user) refuse('wrong_password')
  return user
}

function decoded(value: string | string[] | undefined): string | undefined {
  try {
    return typeof value === 'string' ? decodeURIComponent(value) : undefined
  } catch {
    return undefined
  }
}
