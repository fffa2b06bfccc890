import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'

const NAME = /\/\* prepared (\w+) \*\//

/**
 * The pool as Kysely sees it. A statement with the comment '/* prepared name *\/' is planned once a connection instead of at
 * every call: for the few statements that are called most, whose text never changes.
 */
export function withPreparedStatements(pool: pg.Pool): PostgresPool {
  const known = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      const wrapped = known.get(client) ?? wrap(client)
      known.set(client, wrapped)
      return wrapped
    },
  }
}

function wrap(client: pg.PoolClient): PostgresPoolClient {
  const query = (text: string, parameters: readonly unknown[]) => {
    const name = NAME.exec(text)?.[1]
    return client.query({ ...(name ? { name } : {}), text, values: [...parameters] })
  }
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy),
  }
}
