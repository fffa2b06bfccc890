import type { Queries } from './replicas.ts'

/**
 * SQL on the primary: the end of what is flushed, which every acknowledged commit is, and all that replicas can get.
 * What is only inserted may wait for the next commit. With synchronous_commit=off commits may wait too.
 */
export const COMMITTED_SQL = `case current_setting('synchronous_commit') when 'off'
  then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end`

/** SQL that tells one database from all others, and not from its replicas. */
export const IDENTITY_SQL = `(select system_identifier from pg_control_system()) || ' ' || (
  select oid from pg_database where datname = current_database())`

const SAMPLE_SQL = `select ${COMMITTED_SQL}::text as lsn, ${IDENTITY_SQL} as identity`

type Sample = { at: number; lsn: bigint }

/** Knows what the primary had when, and so how far behind it a replica is. rule: read-replicas */
export class ReplayLag {
  readonly #msMax: number
  #samples: Sample[] = []
  #identity: string | undefined

  constructor(msMax: number) {
    this.#msMax = msMax
  }

  /** Which database it is. undefined: the primary has not answered yet. */
  get identity(): string | undefined {
    return this.#identity
  }

  async sample(primary: Queries): Promise<void> {
    // A replica that has what the primary had afterwards has what it had before.
    const at = performance.now()
    const { rows } = await primary.query<{ lsn: string; identity: string }>(SAMPLE_SQL)
    this.#identity = rows[0]!.identity
    this.add({ at, lsn: lsnOf(rows[0]!.lsn) })
  }

  add(sample: Sample): void {
    const last = this.#samples.at(-1)
    // Another database leads now, and has not all that the earlier one had.
    if (last && sample.lsn < last.lsn) this.#samples = []
    this.#samples.push(sample)
    while (this.#samples[1] && this.#isOld(this.#samples[1])) this.#samples.shift()
  }

  /** Whether a replica that has replayed so much lacks something that the primary has had for longer than allowed. */
  isLate(replayed: bigint): boolean {
    // Before a sample is old enough the first one decides: a replica that was far behind at our start is not used.
    const [oldest, ...others] = this.#samples
    const reference = others.findLast((sample) => this.#isOld(sample)) ?? oldest
    return reference === undefined || replayed < reference.lsn
  }

  #isOld({ at }: Sample): boolean {
    return performance.now() - at > this.#msMax
  }
}

const LSN = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i

export function isLsn(text: string): boolean {
  return LSN.test(text)
}

/** A position of the log as PostgreSQL writes it: '16/B374D848'. */
export function lsnOf(text: string): bigint {
  const [, high = '0', low = '0'] = LSN.exec(text) ?? []
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}
