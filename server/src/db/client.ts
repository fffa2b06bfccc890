import { createHash, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import pg from 'pg'
import { scope } from '#server/scope.ts'

/** PostgreSQL ends a statement after 30 seconds by itself, so it, or the way to it, is gone. rule: database-lost */
export const ANSWER_MS_MAX = 35_000
/** As pg's `query_timeout` says it. */
const NO_ANSWER = 'Query read timeout'
/** A standby refuses a write: the address leads elsewhere since a failover. */
const READ_ONLY = '25006'
/**
 * The function in which PostgreSQL warns that it has stopped waiting for a synchronous replica. The text has other
 * languages.
 */
const STOPPED_WAITING = 'SyncRepWaitForLSN'
/** The most texts of statements that are remembered, to know which are frequent. */
const TEXTS_MAX = 500
/** A prepared statement soon has one plan for all values, which may be slow for many. */
const LIST_LENGTH_MAX = 100

/** Runs a statement, and tells the trace its text. rule: log-lines */
export type TracedStatement = <Value>(text: string, run: () => Promise<Value>) => Promise<Value>

/** The answer of the database never came, or is not to be relied on. */
export class DatabaseAway extends Error {
  override name = 'DatabaseAway'
}

type Statement = pg.QueryConfig
type Query = (statement: Statement, done: (error: Error, result: pg.QueryResult) => void) => void

/**
 * The class of a database's connections. A statement that has come before, with parameters, is prepared once for each
 * connection, unless `prepares` is false. One without an answer for too long ends its connection. A commit that no
 * replica has confirmed fails, although PostgreSQL calls it done: it is like a commit whose answer is lost.
 * rule: database-lost
 */
export function clientClass({
  prepares = true,
  traced = (_text, run) => run(),
}: { prepares?: boolean; traced?: TracedStatement } = {}): typeof pg.Client {
  return class DatabaseClient extends pg.Client {
    #isUnconfirmed = false

    constructor(config?: string | pg.ClientConfig) {
      super(config)
      this.on('notice', ({ routine }) => (this.#isUnconfirmed ||= routine === STOPPED_WAITING))
      const query = this.query.bind(this) as Query & ((...args: unknown[]) => unknown)
      this.query = ((first: string | Statement, ...rest: unknown[]) => {
        if (typeof (first as { submit?: unknown } | null)?.submit === 'function')
          return query(first, ...rest)
        const { text, name: _, ...config } = typeof first === 'string' ? { text: first } : first
        const values = rest.find(Array.isArray) ?? config.values
        const statement = { ...config, text, ...(values ? { values } : {}) }
        const answer = traced(text, () => this.#ask(query, statement))
        const callback = rest.find((one) => typeof one === 'function')
        if (!callback) return answer
        return void answer.then(
          (result) => callback(undefined, result),
          (error: unknown) => callback(error),
        )
      }) as pg.Client['query']
    }

    async #ask(query: Query, statement: Statement, isRepeat = false): Promise<pg.QueryResult> {
      const { statementMsMax = ANSWER_MS_MAX } = scope()
      const named = prepares ? withName(statement) : statement
      const since = generation
      this.#isUnconfirmed = false
      try {
        const answer = await answerOf(query, named, statementMsMax)
        if (this.#isUnconfirmed) throw new DatabaseAway('No replica has confirmed the commit.')
        return answer
      } catch (error) {
        // Its stack tells of the socket, and not who has asked.
        if (error instanceof Error) Error.captureStackTrace(error)
        const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
        if (message === NO_ANSWER || code === READ_ONLY) void this.end().catch(() => {})
        if (!isStalePlan(error)) throw error
        // Unless another statement has had all names renewed since.
        if (generation === since) generation += 1
        // The transaction is aborted: it runs once more as a whole.
        if (isRepeat || this.getTransactionStatus() !== 'I') throw error
        return this.#ask(query, statement, true)
      }
    }
  }
}

/**
 * Neither pg's promise nor its `query_timeout`: they assign a function to a property of the query, and V8 keeps such a
 * function, with all that it knows, until the next full collection of garbage. docs/benchmarks/messages.md
 */
function answerOf(query: Query, statement: Statement, msMax: number): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    const timer =
      msMax === Infinity ? undefined : setTimeout(() => reject(new Error(NO_ANSWER)), msMax)
    query(statement, (error, result) => {
      clearTimeout(timer)
      if (error) reject(error)
      else resolve(result)
    })
  })
}

/** The name of each statement by its text, or '' while it has come only once. */
const names = new LRUCache<string, string>({ max: TEXTS_MAX })
/** Rises when a migration has changed what a prepared statement returns: all are then prepared under other names. */
let generation = 0
/** Another process may have prepared the same generation before a later migration. */
const PROCESS = randomBytes(6).toString('hex')

function withName(statement: Statement): Statement {
  const { text, values = [] } = statement
  if (values.length === 0 || values.some(isLongList)) return statement
  const known = names.get(text)
  if (known === undefined) names.set(text, '')
  if (known === undefined) return statement
  const name = known || createHash('sha256').update(text).digest('base64url')
  if (!known) names.set(text, name)
  if (generation === 0) return { ...statement, name }
  // A pooler that shares prepared statements knows them by their text.
  const renewed = `${text} /* ${PROCESS} ${generation} */`
  return { ...statement, name: `${name}_${generation}`, text: renewed }
}

function isLongList(value: unknown): boolean {
  return Array.isArray(value) && value.length > LIST_LENGTH_MAX
}

/** PostgreSQL keeps refusing a prepared statement whose columns have got another type. */
export function isStalePlan(error: unknown): boolean {
  const { code, routine } = (error ?? {}) as { code?: unknown; routine?: unknown }
  return code === '0A000' && routine === 'RevalidateCachedQuery'
}
