import type { Language } from '#contract/product.ts'
import type { Db } from '#server/db/db.ts'
import { comingOf } from './moves.queries.ts'
import { write } from './moves.ts'
import type { Side } from './moves.ts'

/**
 * Cancels everything of one side that is still to come, with the other side's notices (decision 26), in the transaction of
 * whoever calls; `reasons` are read by the other side in her language. Answers their ids, for `tellOfBooking` after the commit.
 */
export async function cancelComing(
  tx: Db,
  side: Side,
  reasons: Record<Language, string>,
  now: Date,
): Promise<string[]> {
  const coming = await comingOf(tx, side, now)
  for (const { language, ...booking } of coming) {
    await write(tx, side, booking, { status: 'cancelled', reason: reasons[language] }, now)
  }
  return coming.map(({ id }) => id)
}
