import { AsyncLocalStorage } from 'node:async_hooks'

const openTransaction = new AsyncLocalStorage<true>()

/** Runs the body of a transaction. Until it ends, `refuseSecondConnection` throws in everything that it calls. */
export function asTransaction<Answer>(body: () => Promise<Answer>): Promise<Answer> {
  return openTransaction.run(true, body)
}

/**
 * Throws inside a transaction. A transaction that waits for a second connection of the pool holds its own meanwhile. As
 * many such transactions as the pool has connections wait for each other, and the server stands still.
 */
export function refuseSecondConnection(): void {
  if (openTransaction.getStore()) {
    throw new Error('A transaction asked the pool for a second connection.')
  }
}
