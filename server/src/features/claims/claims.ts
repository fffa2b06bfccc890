import { CLAIM_SAMPLE_MIN, CLAIMS } from '#contract/claim-rules.ts'
import type { ClaimId } from '#contract/claim-rules.ts'
import type { Context } from '#server/context.ts'
import { sharedVersion } from '#server/db/shared-version.ts'
import type { Tx } from '#server/db/db.ts'
import { CLAIM_TEXTS } from './claim-texts.ts'
import { measureClaims } from './measure-claims.ts'
import type { Measured } from './measure-claims.ts'

/** Measuring reads many bookings, and its numbers change slowly. */
const MEASURED_MS = 3_600_000

/**
 * Returns a function that reads all claims, as one object while they are the same. The switches are read each time, the
 * measured numbers once an hour in a process. rule: claims, claims-measured
 */
export function claimsOf({ db, pool, clock }: Pick<Context, 'db' | 'pool' | 'clock'>) {
  let measuring: { at: Date; numbers: Promise<Measured> } | undefined
  const measured = () => {
    const at = clock.now()
    if (!measuring || at.getTime() - measuring.at.getTime() > MEASURED_MS) {
      const started = { at, numbers: measureClaims(db, at) }
      // The next request measures again.
      started.numbers.catch(() => (measuring = undefined))
      measuring = started
    }
    return measuring
  }
  let last: { switches: string; byId: Measured; answer: { claims: Claim[] } } | undefined
  return async () => {
    const switches = await sharedVersion(pool, DISABLED)
    const { at, numbers } = measured()
    const byId = await numbers
    if (last?.switches !== switches || last.byId !== byId)
      last = {
        switches,
        byId,
        answer: { claims: claimsFrom(byId, at, new Set(switches.split(' '))) },
      }
    return last.answer
  }
}

/** The claims that are switched off, in one line. */
const DISABLED = {
  name: 'claims',
  parameters: 0,
  sql: () => `(select coalesce(string_agg(id, ' ' order by id), '') from claims where not enabled)`,
}

type Claim = ReturnType<typeof claimsFrom>[number]

function claimsFrom(numbers: Measured, at: Date, disabled: ReadonlySet<string>) {
  return CLAIMS.map((id) => {
    const { value, sample = 0 } = numbers[id] ?? {}
    return {
      id,
      ...CLAIM_TEXTS[id],
      measured:
        typeof value === 'number' && sample >= CLAIM_SAMPLE_MIN
          ? { value, sample, as_of: at.toISOString() }
          : null,
      enabled: !disabled.has(id),
    }
  })
}

/**
 * Shows or hides a claim everywhere. Returns 'already_so' if it is so, and undefined if there is no such claim. The
 * caller records who did it. rule: claims
 */
export async function setClaim(
  tx: Tx,
  id: string,
  enabled: boolean,
  at: Date,
): Promise<'done' | 'already_so' | undefined> {
  if (!isClaim(id)) return undefined
  const changed = await tx
    .updateTable('claims')
    .set({ enabled, changed_at: at })
    .where('id', '=', id)
    .where('enabled', '<>', enabled)
    .returning('id')
    .executeTakeFirst()
  return changed ? 'done' : 'already_so'
}

const isClaim = (id: string): id is ClaimId => CLAIMS.some((claim) => claim === id)
