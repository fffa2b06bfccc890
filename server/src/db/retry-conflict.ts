import { setTimeout as pause } from 'node:timers/promises'
import { isStalePlan } from './client.ts'

/** A serialization failure and a deadlock: PostgreSQL has rolled everything back, and a second run can succeed. */
const CONFLICTS: ReadonlySet<unknown> = new Set(['40001', '40P01'])

/** The other transaction needs time to wake up. A run at once can take the same rows before it, and lose again. */
const PAUSE_MS = { least: 50, most: 150 }

/**
 * Runs a transaction, or a statement of its own, a second time when it lost a conflict with another one, or when a
 * migration changed a prepared statement. A second conflict is thrown, and the request answers 503.
 * rule: database-lost
 */
export async function retryConflict<Answer>(run: () => Promise<Answer>): Promise<Answer> {
  try {
    return await run()
  } catch (error) {
    const { code } = (error ?? {}) as { code?: unknown }
    if (!CONFLICTS.has(code) && !isStalePlan(error)) throw error
    await pause(PAUSE_MS.least + Math.random() * (PAUSE_MS.most - PAUSE_MS.least))
    return run()
  }
}
