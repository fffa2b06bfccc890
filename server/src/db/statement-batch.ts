import type { Socket } from 'node:net'
import pg from 'pg'

type Connection = {
  stream: Socket
  sync(): void
  submittedNamedStatements: Record<string, string>
}
type Answered = (error: unknown, results?: pg.QueryResult[]) => void
/** What pg calls of a query, which its types leave out. */
type Step = Pick<pg.QueryConfig, 'name' | 'text'> & {
  submit(connection: Connection): Error | null
  handleRowDescription(message: unknown): void
  handleDataRow(message: unknown): void
  handleCommandComplete(message: unknown, connection: Connection): void
  handleEmptyQuery(connection: Connection): void
  handleReadyForQuery(connection: Connection): void
}

/**
 * Several statements that go to PostgreSQL together, and whose answers come together: one round trip instead of one
 * for each. They run one after the other, and each sees what was stored when it began. If one fails, those after it do
 * not run. For pg it is one query, which passes each message on to the statement whose turn it is.
 * rule: statements-together
 */
export class StatementBatch {
  readonly callback: Answered
  readonly #steps: Step[]
  readonly #results: pg.QueryResult[] = []
  #turn = 0
  #error: unknown

  constructor(statements: readonly pg.QueryConfig[], callback: Answered) {
    this.callback = callback
    const collect = (error: unknown, result: unknown) => {
      if (error) this.#error ??= error
      else this.#results.push(result as pg.QueryResult)
    }
    this.#steps = statements.map((statement) => {
      const config = { ...statement, queryMode: 'extended', callback: collect }
      return new pg.Query(config) as unknown as Step
    })
  }

  /** Both are of the statement whose turn it is: pg remembers by them what is prepared. */
  get name(): string | undefined {
    return this.#steps[this.#turn]?.name
  }

  get text(): string | undefined {
    return this.#steps[this.#turn]?.text
  }

  submit(connection: Connection): null {
    const { stream } = connection
    // Sync ends what PostgreSQL runs together, so the statements send none of their own.
    const unsynced = Object.create(connection, { sync: { value: () => {} } }) as Connection
    stream.cork()
    for (const step of this.#steps) {
      const problem = step.submit(unsynced)
      this.#error ??= problem
      if (this.#error) break
    }
    connection.sync()
    stream.uncork()
    return null
  }

  handleRowDescription(message: unknown): void {
    this.#steps[this.#turn]!.handleRowDescription(message)
  }

  handleDataRow(message: unknown): void {
    this.#steps[this.#turn]!.handleDataRow(message)
  }

  handleCommandComplete(message: unknown, connection: Connection): void {
    this.#steps[this.#turn++]!.handleCommandComplete(message, connection)
  }

  handleEmptyQuery(connection: Connection): void {
    this.#steps[this.#turn++]!.handleEmptyQuery(connection)
  }

  handleReadyForQuery(connection: Connection): void {
    for (const step of this.#steps.slice(0, this.#turn)) step.handleReadyForQuery(connection)
    if (this.#error) this.handleError(this.#error, connection)
    else this.callback(null, this.#results)
  }

  handleError(error: unknown, { submittedNamedStatements }: Connection): void {
    for (const { name } of this.#steps.slice(this.#turn))
      if (name) delete submittedNamedStatements[name]
    this.callback(error)
  }
}
