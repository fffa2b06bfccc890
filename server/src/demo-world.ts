/**
 * The demo world, loaded when it is asked for. Undefined in an archive for production, which has none.
 * rule: runtime-archive
 */
export async function loadDemoWorld() {
  try {
    const [world, lines, operators] = await Promise.all([
      import('../demo/world.ts'),
      import('../demo/demo-lines.ts'),
      import('../demo/demo-operators.ts'),
    ])
    return { ...world, ...lines, ...operators }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') return undefined
    throw error
  }
}
