import { AsyncLocalStorage } from 'node:async_hooks'
import type { Viewer } from '#server/http/calls/page-viewer.ts'
import type { Place } from '#server/http/limits/fair-queue.ts'

/** The facts that code finds out about the request or job that runs it, without being told by its caller. */
export type Scope = {
  /** The place of a request among those that are served. rule: admission */
  place?: Place
  /** A statement without an answer for so long fails. Infinity: it may take any time. rule: database-lost */
  statementMsMax?: number
  /** Its challenge is solved. rule: challenge */
  isSolved?: true
  /** The viewer of the page whose rendering reads this. */
  viewer?: Viewer
  /** It runs in a transaction. */
  isTransaction?: true
}

const scopes = new AsyncLocalStorage<Scope>()
const NOTHING: Scope = {}

export function scope(): Readonly<Scope> {
  return scopes.getStore() ?? NOTHING
}

/** Adds facts to the scope of everything that `run` calls. */
export function within<Result>(facts: Scope, run: () => Result): Result {
  return scopes.run({ ...scopes.getStore(), ...facts }, run)
}
