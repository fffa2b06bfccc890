/**
 * How to load a module that could not be fetched: browsers remember the failure under its address, which their error names, so it is
 * asked for under another one. What it imports itself stays the same. A module that was built into one file with others has a name
 * of the build's there, which only the load's own code tells: `import('./found.js').then(e=>e.n)`.
 */
export function retryImport<Module>(
  load: () => Promise<Module>,
  error: unknown,
): () => Promise<Module> {
  const address = /https?:\/\/[^\s?]+\.js/.exec(String(error))?.[0]
  const code = String(load)
  // What this very function has answered before asks anew each time.
  if (!address || code.includes('?again')) return load
  const name = /(.)=>\1\.([\w$]+)/.exec(code)?.[2]
  return () =>
    import(/* @vite-ignore */ `${address}?again=${Date.now()}`).then((file: Module) =>
      name ? (file as Record<string, Module>)[name]! : file,
    )
}
