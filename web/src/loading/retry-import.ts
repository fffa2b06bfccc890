/**
 * Returns an import that requests a module again. Browsers remember a failed import under its address, which their
 * error names, so the module is requested with a query. Modules that it imports itself are requested under their own
 * addresses.
 *
 * Exports of a module that was built into one chunk with others are not available on the retried module. Views
 * therefore register themselves (router/view.ts).
 */
export function retryImport<Module>(
  load: () => Promise<Module>,
  error: unknown,
): () => Promise<Module> {
  const address = /https?:\/\/[^\s?]+\.js/.exec(String(error))?.[0]
  if (!address) return load
  return () => import(/* @vite-ignore */ `${address}?again=${Date.now()}`) as Promise<Module>
}
