import type { Context } from '#server/context.ts'

const PROFESSIONALS = 3_000

type Options = {
  onProgress?: (line: string) => void
  /** How many generated professionals, besides the named ones. */
  professionals?: number
}

/**
 * Fills an empty database with the demo world, or nothing if any user exists. Returns whether it filled.
 * rule: demo-world
 */
export async function fillDemoWorld(
  context: Context,
  { onProgress, professionals = PROFESSIONALS }: Options = {},
): Promise<boolean> {
  // Loaded only when needed: it brings the drawings and the picture library.
  const { writeDemoWorld } = await import('./write-demo-world.ts')
  return writeDemoWorld(context, professionals, () =>
    onProgress?.('Filling the demo world: people, pictures and their stories…'),
  )
}
