import { randomBytes } from 'node:crypto'
import { CompiledQuery, sql } from 'kysely'
import type { PostgresPool, PostgresPoolClient, RawBuilder } from 'kysely'
import type pg from 'pg'
import type { Db } from './db.ts'
import type { TimedClient } from './timed-client.ts'

/** Runs a statement, and tells the trace its text. rule: traces */
export type TracedStatement = <Value>(text: string, run: () => Promise<Value>) => Promise<Value>

const NAME = /\/\* prepared (\w+) \*\//

/** Rises when a migration has changed what a prepared statement returns: all are then prepared under other names. */
let generation = 0
/** Another process may have prepared the same generation before a later migration. */
const PROCESS = randomBytes(6).toString('hex')

/**
 * The comment that prepares a statement if it is about one row. A prepared statement soon has one plan for all values,
 * which would be slow for thousands.
 */
export function preparedForOne(name: string, ids: readonly string[]): RawBuilder<never> {
  return sql.raw(ids.length === 1 ? `/* prepared ${name} */` : '')
}

/**
 * Wraps the pool for Kysely. A statement with the comment '/* prepared name *\/' becomes a named prepared statement:
 * PostgreSQL parses it once for each connection. Only for frequent statements whose text never changes.
 */
export function withPreparedStatements(
  pool: pg.Pool,
  traced: TracedStatement | undefined,
): PostgresPool {
  const wrappers = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      const wrapped = wrappers.get(client) ?? wrapClient(client, traced)
      wrappers.set(client, wrapped)
      return wrapped
    },
  }
}

/**
 * The connection for Kysely, which such a comment makes prepare a statement. The `begin` of a transaction goes with its
 * first statement; `commit` goes with the last one, if `sendTogether` says which. rule: statements-together
 */
export function wrapClient(
  client: pg.PoolClient,
  traced: TracedStatement = (_text, run) => run(),
): PostgresPoolClient {
  /** What is sent with the next statement, and what was sent with the one before. */
  let [begins, hasCommitted] = [false, false]
  const query = async (text: string, parameters: readonly unknown[]): Promise<unknown> => {
    if (text === 'begin') {
      begins = true
      return DONE
    }
    const ends = text === 'commit' || text === 'rollback'
    if (ends && (begins || hasCommitted)) {
      begins = hasCommitted = false
      return DONE
    }
    if (hasCommitted) throw new Error('A statement came after the one that commits.')
    const asked = groups.get(parameters)
    if (!asked && !begins) {
      const statement = { text, values: [...parameters] }
      return traced(text, () => queryPrepared(client, statement))
    }
    const { statements, commits } = asked ?? { statements: [{ text, parameters }], commits: false }
    const all = [...(begins ? [BEGIN] : []), ...statements, ...(commits ? [COMMIT] : [])]
    const first = begins ? 1 : 0
    begins = false
    const texts = statements.map((one) => one.text).join(';\n')
    const results = await traced(texts, () => queryTogether(client, all))
    hasCommitted = commits
    const own = results.slice(first, first + statements.length)
    return asked ? { rows: own } : own[0]
  }
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy),
  }
}

type Sent = { text: string; parameters: readonly unknown[] }
const BEGIN: Sent = { text: '/* prepared begin */ begin', parameters: [] }
const COMMIT: Sent = { text: '/* prepared commit */ commit', parameters: [] }
const DONE = { rows: [] }

/** By the parameters with which Kysely sends it: they are all that it passes on unchanged. */
const groups = new WeakMap<readonly unknown[], { statements: Sent[]; commits: boolean }>()

/**
 * Runs statements of a transaction in one round trip, and returns the rows of each. They run one after the other, and
 * each sees what was stored when it began, also while one before it waited for a lock. `commits`: the transaction is
 * committed in the same round trip, so nothing may come after it. rule: statements-together
 */
export async function sendTogether<Rows extends unknown[]>(
  tx: Db,
  statements: { [Index in keyof Rows]: RawBuilder<Rows[Index]> },
  { commits = false } = {},
): Promise<{ [Index in keyof Rows]: Rows[Index][] }> {
  if (!tx.isTransaction) throw new Error('Statements are sent together in a transaction alone.')
  const sent = (statements as RawBuilder<unknown>[]).map((one) => {
    const { sql: text, parameters } = one.compile(tx)
    return { text, parameters }
  })
  const group = CompiledQuery.raw(sent[0]!.text, [])
  groups.set(group.parameters, { statements: sent, commits })
  const { rows } = await tx.executeQuery<pg.QueryResult>(group)
  return rows.map((result) => result.rows) as { [Index in keyof Rows]: Rows[Index][] }
}

/** A statement by itself is tried once more. In a transaction, which is aborted, the whole transaction is. */
async function queryPrepared(
  client: pg.PoolClient,
  statement: { text: string; values: unknown[] },
): Promise<pg.QueryResult> {
  const now = generation
  const send = () => client.query(named(statement))
  try {
    return await send()
  } catch (error) {
    if (!isStalePlan(error)) throw error
    renewNames(now)
    if (client.getTransactionStatus() !== 'I') throw error
    return send()
  }
}

async function queryTogether(
  client: pg.PoolClient,
  statements: readonly Sent[],
): Promise<pg.QueryResult[]> {
  const now = generation
  const all = statements.map(({ text, parameters }) => named({ text, values: [...parameters] }))
  try {
    return await (client as pg.PoolClient & TimedClient).queryTogether(all)
  } catch (error) {
    if (isStalePlan(error)) renewNames(now)
    throw error
  }
}

/** A pooler that shares prepared statements knows them by their text. */
function named({ text, values }: { text: string; values: unknown[] }): pg.QueryConfig {
  const name = NAME.exec(text)?.[1]
  if (name === undefined) return { text, values }
  if (generation === 0) return { name, text, values }
  return { name: `${name}_${generation}`, text: `${text} /* ${PROCESS} ${generation} */`, values }
}

/** Unless another statement has had them renewed since. */
function renewNames(since: number): void {
  if (generation === since) generation += 1
}

/** PostgreSQL keeps refusing a prepared statement whose columns have got another type. */
export function isStalePlan(error: unknown): boolean {
  const { code, routine } = (error ?? {}) as { code?: unknown; routine?: unknown }
  return code === '0A000' && routine === 'RevalidateCachedQuery'
}
