const requested = new Set<string>()

/**
 * Imports a file of the build, and requests the files that it imports at the same time. The build puts it in the place
 * of Vite's own, which also handles separate styles and other places than the root (vite.config.ts).
 * rule: home-weight, missing-code
 */
async function preload<Module>(
  load: () => Promise<Module>,
  files: readonly string[] = [],
): Promise<Module> {
  for (const file of files) {
    if (requested.has(file)) continue
    requested.add(file)
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = `/${file}`
    document.head.append(link)
  }
  return load().catch((error: unknown) => {
    window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: error }))
    throw error
  })
}

// The name by which the build imports it.
export { preload as __vitePreload }
