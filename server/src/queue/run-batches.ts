import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Context } from '#server/context.ts'
import { resourceRefusalOf } from '#server/db/database-problem.ts'
import type { DB } from '#server/db/types.ts'

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

type Batches = {
  table: keyof DB
  /** Names the kind of row in the log. */
  row: string
  /** How many rows one transaction changes at most. */
  size: number
  /** An SQL condition. Its rows are read without locks. */
  isDue: RawBuilder<unknown>
  /** Changes those of the rows that are still due, in one transaction. */
  change(ids: readonly string[]): Promise<void>
}

/**
 * Changes all due rows, batch by batch. After an error each row of the batch is changed alone. One that fails again is
 * logged and left to the next run, and stops no other row. When the server stops, the next run does the rest.
 * rule: scheduled-jobs, graceful-shutdown
 */
export async function runBatches(
  { db, log, shutdown }: Pick<Context, 'db' | 'log' | 'shutdown'>,
  { table, row, size, isDue, change }: Batches,
): Promise<void> {
  let last = BEFORE_ALL
  while (!shutdown.signal.aborted) {
    const { rows } = await sql<{ id: string }>`
      select id from ${sql.table(table)} where ${isDue} and id > ${last}::uuid order by id limit ${size}`.execute(
      db,
    )
    const ids = rows.map(({ id }) => id)
    await changeBatch(log, ids, { row, change })
    if (ids.length < size) return
    last = ids.at(-1)!
  }
}

/**
 * Changes a batch of rows; after an error each of them alone. One that fails again is logged and stops no other row.
 * Throws if the database cannot be reached. rule: scheduled-jobs
 */
export async function changeBatch(
  log: Context['log'],
  ids: readonly string[],
  { row, change }: Pick<Batches, 'row' | 'change'>,
): Promise<void> {
  if (ids.length === 0) return
  try {
    await change(ids)
  } catch {
    await runEach(log, ids, {
      keyOf: (id) => id,
      work: (id) => change([id]),
      failed: `a ${row} that is due has to wait`,
    })
  }
}

type WorkOnRow<Row> = {
  keyOf(row: Row): string
  work(row: Row): Promise<unknown>
  /** The message of the log about a row that fails. */
  failed: string
}

/**
 * Does the work of each row. One that fails is logged and stops no other. Throws if the database cannot be reached.
 * rule: scheduled-jobs
 */
export async function runEach<Row>(
  log: Context['log'],
  rows: readonly Row[],
  { keyOf, work, failed }: WorkOnRow<Row>,
): Promise<void> {
  for (const row of rows) {
    try {
      await work(row)
    } catch (error) {
      if (resourceRefusalOf(error) === 'unavailable') throw error
      log.error({ err: error, row: keyOf(row) }, failed)
    }
  }
}

type DueRows<Row> = WorkOnRow<Row> & {
  /** The due rows, at most `size` of them, without those that this run has had. */
  list(tried: readonly string[]): Promise<readonly Row[]>
  /** How many rows `list` returns at most. */
  size: number
}

/**
 * Does the work of each due row once. One that fails is logged and left to the next run. It stops no other row, however
 * many fail: those behind them are listed next. When the server stops, the next run does the rest.
 * rule: scheduled-jobs, graceful-shutdown
 */
export async function runEachDue<Row>(
  { log, shutdown }: Pick<Context, 'log' | 'shutdown'>,
  { list, size, ...rowWork }: DueRows<Row>,
): Promise<void> {
  const tried: string[] = []
  while (!shutdown.signal.aborted) {
    const rows = await list(tried)
    await runEach(log, rows, rowWork)
    if (rows.length < size) return
    tried.push(...rows.map(rowWork.keyOf))
  }
}

/**
 * Runs each statement, which changes at most `size` rows, until it changes fewer. Each run is a transaction of its own.
 * The statements do not need each other: all run, also after an error. rule: scheduled-jobs
 */
export async function executeWhileFull(
  db: Context['db'],
  size: number,
  ...statements: readonly RawBuilder<unknown>[]
): Promise<void> {
  await runEachStep(
    statements.map((statement) => async () => {
      await repeatWhileFull(size, async () => {
        const { numAffectedRows, rows } = await statement.execute(db)
        return Number(numAffectedRows ?? rows.length)
      })
    }),
  )
}

/** Runs a step that changes at most `size` rows and returns how many, until it changes fewer. */
export async function repeatWhileFull(size: number, step: () => Promise<number>): Promise<void> {
  while ((await step()) >= size);
}

/**
 * Runs steps that do not need each other: all of them, also after an error. Throws at the end what failed.
 * rule: scheduled-jobs
 */
export async function runEachStep(steps: readonly (() => Promise<void>)[]): Promise<void> {
  const errors: unknown[] = []
  for (const step of steps) {
    try {
      await step()
    } catch (error) {
      errors.push(...(error instanceof AggregateError ? error.errors : [error]))
    }
  }
  if (errors.length > 1) throw new AggregateError(errors, `${errors.length} steps of a job failed.`)
  if (errors.length === 1) throw errors[0]
}
