import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** `vite build` makes the browser's bundle; `vite build --ssr web/src/entry-server.tsx --outDir web/dist/server` the server's. */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), tailwindcss()],
  publicDir: isSsrBuild ? false : 'web/public',
  build: {
    outDir: 'web/dist/client',
    emptyOutDir: true,
    manifest: !isSsrBuild,
    // The policy allows no data: fonts or scripts, and small pictures cost a request less inside the bundle.
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    ...(isSsrBuild
      ? {}
      : { rolldownOptions: { input: ENTRY, output: { codeSplitting: { groups: [core] } } } }),
  },
}))

const ENTRY = 'web/src/entry-client.tsx'

type ModuleInfo = { importers: readonly string[] }
type Graph = { getModuleInfo: (id: string) => ModuleInfo | null }

/** What every first view needs travels in one file, instead of one for each part that screens share. */
const core = {
  name: (id: string, graph: Graph) => (isNeededAtOnce(id, graph) ? 'core' : null),
}

function isNeededAtOnce(id: string, graph: Graph, seen = new Set<string>()): boolean {
  if (id.endsWith(ENTRY)) return true
  if (seen.has(id)) return false
  seen.add(id)
  return (
    graph.getModuleInfo(id)?.importers.some((importer) => isNeededAtOnce(importer, graph, seen)) ??
    false
  )
}
