import type { Context } from '#server/context.ts'
import { accessOfClient } from '#server/visits/access/access.ts'
import { ownData } from './own-data.queries.ts'
import type { OwnData } from './own-data.queries.ts'

/**
 * All data about a user, for their download. The homes of a client come with the values of their access details, and
 * the log of each home names this look. Refuses nothing: the call has asked for the password.
 * rule: account-export, access-details
 */
export async function downloadOwnData(
  context: Context,
  userId: string,
): Promise<OwnData & { exported_at: string }> {
  const values = await accessOfClient(context, userId)
  const data = await ownData(context.db, userId)
  const homes = data.homes.map((home) => ({
    ...home,
    access_details: values.get(home['id'] as string) ?? null,
  }))
  return { exported_at: context.clock.now().toISOString(), ...data, homes }
}
