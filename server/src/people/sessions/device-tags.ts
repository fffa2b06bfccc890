import type { FastifyRequest } from 'fastify'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/db.ts'
import { deviceToken } from './known-devices.ts'
import { keyedHash, networkTagOf } from './security-events.ts'

type Keys = Pick<Context, 'clock' | 'config' | 'verificationKeys'>
/** The source of a request, as far as signs of abuse are compared. rule: flags */
export type SourceTags = { network_tag: string; device_tag: string | null }

/** A keyed tag of a device cookie: the same for each account of a browser. rule: flags */
export function deviceTagOf(context: Keys, token: string): string {
  return `d-${keyedHash(context, `device ${token}`).toString('hex').slice(0, 16)}`
}

export function sourceTags(context: Keys, request: FastifyRequest): SourceTags {
  const token = deviceToken(request, context.config)
  return {
    network_tag: networkTagOf(context, request),
    device_tag: token === undefined ? null : deviceTagOf(context, token),
  }
}

/** An account has signed in with the device of this tag. rule: flags */
export async function tagDevice(
  tx: Db,
  userId: string,
  deviceTag: string,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('device_tags')
    .values({ user_id: userId, device_tag: deviceTag, created_at: now, last_seen_at: now })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'device_tag']).doUpdateSet({ last_seen_at: now }),
    )
    .execute()
}
