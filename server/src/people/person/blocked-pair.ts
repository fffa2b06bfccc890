import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/** SQL that tells whether one of two people has blocked the other. Both are expressions with a user id. rule: block */
export function hasBlockSql(
  one: RawBuilder<unknown>,
  other: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from blocks where (blocker_id, blocked_id) in ((${one}, ${other}), (${other}, ${one})))`
}

/**
 * In SQL: whether two people cannot write to each other: one has blocked the other, or is suspended. rule: block,
 * suspension
 */
export function blockedSql(
  one: RawBuilder<unknown>,
  other: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql<boolean>`(${hasBlockSql(one, other)} or exists (
    select from users as side where side.id in (${one}, ${other}) and side.suspension_id is not null))`
}
