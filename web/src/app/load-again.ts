/**
 * How to load a module that could not be fetched: browsers remember the failure under its address, which their error names, so it is
 * asked for under another one. What it imports itself stays the same.
 */
export function loadAgain<Module>(
  load: () => Promise<Module>,
  error: unknown,
): () => Promise<Module> {
  const address = /https?:\/\/[^\s?]+\.js/.exec(String(error))?.[0]
  if (!address) return load
  return () => import(/* @vite-ignore */ `${address}?again=${Date.now()}`) as Promise<Module>
}
