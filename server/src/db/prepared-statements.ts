import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { PostgresPool, PostgresPoolClient, RawBuilder } from 'kysely'
import type pg from 'pg'

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

/** The connection for Kysely, which such a comment makes prepare a statement. */
export function wrapClient(
  client: pg.PoolClient,
  traced: TracedStatement = (_text, run) => run(),
): PostgresPoolClient {
  const query = (text: string, parameters: readonly unknown[]) => {
    const name = NAME.exec(text)?.[1]
    const values = [...parameters]
    return traced(text, () =>
      name ? queryPrepared(client, name, { text, values }) : client.query({ text, values }),
    )
  }
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy),
  }
}

/** In a transaction there is no second try, because it is aborted: the whole transaction runs once more. */
async function queryPrepared(
  client: pg.PoolClient,
  name: string,
  { text, values }: { text: string; values: unknown[] },
): Promise<pg.QueryResult> {
  const now = generation
  // A pooler that shares prepared statements knows them by their text.
  const named = () =>
    generation === 0
      ? { name, text, values }
      : { name: `${name}_${generation}`, text: `${text} /* ${PROCESS} ${generation} */`, values }
  try {
    return await client.query(named())
  } catch (error) {
    if (!isStalePlan(error)) throw error
    if (generation === now) generation += 1
    if (client.getTransactionStatus() !== 'I') throw error
    return client.query(named())
  }
}

/** PostgreSQL keeps refusing a prepared statement whose columns have got another type. */
export function isStalePlan(error: unknown): boolean {
  const { code, routine } = (error ?? {}) as { code?: unknown; routine?: unknown }
  return code === '0A000' && routine === 'RevalidateCachedQuery'
}
