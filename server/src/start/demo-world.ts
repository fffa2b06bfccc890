import type { Db } from '#server/db/db.ts'

const NAMED_PEOPLE = [
  'maya.thompson@demo.lustra.example',
  'carlos.medina@demo.lustra.example',
  'grace.walker@demo.lustra.example',
  'lucia.hernandez@demo.lustra.example',
  'ana.souza@demo.lustra.example',
  'marcus.bell@demo.lustra.example',
]

/** Whether this database has the demo world: it looks for the named people. rule: demo-world */
export async function hasDemoWorld(db: Db): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('email_key', 'in', NAMED_PEOPLE)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * The demo world, loaded when it is asked for. Undefined in an archive for production, which has none.
 * rule: process-roles
 */
export async function loadDemoWorld() {
  try {
    const { fillDemoWorld } = await import('../../demo/world.ts')
    const { demoLines } = await import('../../demo/demo-lines.ts')
    const { demoCodesOf } = await import('../../demo/console/demo-operators.ts')
    return { fillDemoWorld, demoLines, demoCodesOf }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') return undefined
    throw error
  }
}
