import type { Db } from '#server/db/db.ts'
import type { Context } from '#server/context.ts'
import { DEMO_PEOPLE } from './demo-people.ts'

const PROFESSIONALS = 3_000

type Options = {
  onProgress?: (line: string) => void
  /** How many professionals beside the cast. */
  professionals?: number
}

/** Fills an empty database with the demo world: all of it or, where anybody is already, none. Answers whether it did. */
export async function fillDemoWorld(
  context: Context,
  { onProgress, professionals = PROFESSIONALS }: Options = {},
): Promise<boolean> {
  // What draws and paints is loaded only when there is something to fill.
  const { writeDemoWorld } = await import('./write-demo-world.ts')
  return writeDemoWorld(context, professionals, () =>
    onProgress?.('Filling the demo world: people, pictures and their stories…'),
  )
}

/** Whether the demo world is in this database, by one of its cast. */
export async function hasDemoWorld(db: Db): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', DEMO_PEOPLE.maya.email)
    .executeTakeFirst()
  return found !== undefined
}
