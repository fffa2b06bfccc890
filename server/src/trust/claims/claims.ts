import { CLAIM_SAMPLE_MIN, CLAIMS } from '#contract/trust/claim-rules.ts'
import type { ClaimId } from '#contract/trust/claim-rules.ts'
import { LEADS_PER_MONTH, MORE_BOOKINGS_CLAIM } from '#contract/money/money-rules.ts'
import type { Context } from '#server/context.ts'
import type { Db, Tx } from '#server/db/db.ts'
import { CLAIM_TEXTS } from './claim-texts.ts'
import { measureClaims } from './measure-claims.ts'
import type { Measured } from './measure-claims.ts'

/** Measuring reads many bookings, and its numbers change slowly. */
const MEASURED_MS = 3_600_000

/** The least share that is somebody at all, in per cent, rounded to one decimal as the measured shares are. */
const SOMEBODY = 0.1

/**
 * A lower measured value contradicts the claim, which is then off by itself. `estimated_earnings` is not here, because
 * what is really booked and completed stands beside it in the same size. rule: claims
 */
const VALUE_MIN: Partial<Record<ClaimId, number>> = {
  more_bookings: MORE_BOOKINGS_CLAIM,
  // Half of the answers, in per cent. Below it, the usual answer comes later.
  responds_2h: 50,
  free_leads_5: LEADS_PER_MONTH,
  monthly_leads_2: 2,
  instant_booking: SOMEBODY,
  background_checked: SOMEBODY,
}

/**
 * Returns a function that reads all claims. The switches are read each time, the measured numbers once an hour in a
 * process. rule: claims
 */
export function claimsOf({ db, clock }: Pick<Context, 'db' | 'clock'>) {
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
  return async () => {
    const disabled = await disabledClaims(db)
    const { at, numbers } = measured()
    return { claims: claimsFrom(await numbers, at, disabled) }
  }
}

async function disabledClaims(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('claims').select('id').where('enabled', '=', false).execute()
  return new Set(rows.map(({ id }) => id))
}

function claimsFrom(numbers: Measured, at: Date, disabled: ReadonlySet<string>) {
  return CLAIMS.map((id) => {
    const { value, sample = 0 } = numbers[id] ?? {}
    const measured =
      typeof value === 'number' && sample >= CLAIM_SAMPLE_MIN
        ? { value, sample, as_of: at.toISOString() }
        : null
    const contradicted = measured !== null && measured.value < (VALUE_MIN[id] ?? -Infinity)
    const switchedOn = !disabled.has(id)
    const enabled = switchedOn && !contradicted
    return { id, ...CLAIM_TEXTS[id], measured, contradicted, switched_on: switchedOn, enabled }
  })
}

/**
 * Switches a claim on or off. One that its measure contradicts stays hidden. Returns 'already_so' if it is so, and
 * undefined if there is no such claim. The caller records who did it. rule: claims
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
