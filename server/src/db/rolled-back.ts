import type { Db, Tx } from './db.ts'

/** Runs a question that locks or counts in a transaction, rolls it back, and returns its answer. */
export async function rolledBack<Answer>(
  db: Db,
  ask: (tx: Tx) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await db.transaction().execute(async (tx) => {
      throw new Answered(await ask(tx))
    })
  } catch (error) {
    if (error instanceof Answered) return error.answer as Answer
    throw error
  }
}

class Answered extends Error {
  readonly answer: unknown

  constructor(answer: unknown) {
    super('rolled back')
    this.answer = answer
  }
}
