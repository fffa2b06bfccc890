import type pg from 'pg'
import { TimedClient } from './timed-client.ts'

/**
 * A connection whose statements have no names. A pooler in transaction mode gives the next transaction another
 * connection, which does not know a name. rule: any-pooler
 */
export class UnnamedClient extends TimedClient {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    const query = this.query.bind(this) as (...args: unknown[]) => unknown
    this.query = ((first: unknown, ...rest: unknown[]) =>
      query(withoutName(first), ...rest)) as pg.Client['query']
  }

  override queryTogether(statements: readonly pg.QueryConfig[]): Promise<pg.QueryResult[]> {
    return super.queryTogether(
      statements.map((statement) => withoutName(statement) as pg.QueryConfig),
    )
  }
}

function withoutName<Query>(query: Query): Query | Omit<Query, 'name'> {
  if (typeof query !== 'object' || query === null || !('name' in query)) return query
  const { name: _, ...unnamed } = query
  return unnamed
}
