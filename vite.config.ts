import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** `vite build` makes the browser's bundle; `vite build --ssr web/src/entries/entry-server.tsx --outDir web/dist/server` the server's. */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), tailwindcss()],
  // wouter brings it for Reacts older than ours.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  publicDir: isSsrBuild ? false : 'web/public',
  build: {
    outDir: 'web/dist/client',
    emptyOutDir: true,
    manifest: !isSsrBuild,
    // The policy allows no data: fonts or scripts, and small pictures cost a request less inside the bundle.
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    modulePreload: {
      polyfill: false,
      // Of what a screen needs beside its own file the rest is small: named for each, it would cost the first view more.
      resolveDependencies: (_file, needed) =>
        needed.filter((file) => /\/(public|signed-in)-/.test(file)),
    },
    ...(isSsrBuild
      ? {}
      : {
          rolldownOptions: {
            input: ENTRY,
            output: { codeSplitting: { groups: [core, found, inside] } },
          },
        }),
  },
}))

const ENTRY = 'web/src/entries/entry-client.tsx'
const HOME = 'web/src/views/home.tsx'
const FOUND = ['search-results', 'public-profile', 'cities', 'state', 'city'].map(
  (view) => `web/src/views/${view}.tsx`,
)

type ModuleInfo = { importers: readonly string[] }
type Graph = { getModuleInfo: (id: string) => ModuleInfo | null }

/**
 * What every first view needs travels in one file, home with it; the other pages that everyone may find, and what they share, in a
 * second: instead of one for each screen and each part that screens share.
 */
const core = {
  name: (id: string, graph: Graph) => {
    const roots = rootsOf(id, graph)
    return isIn(roots, [ENTRY, HOME]) ? 'core' : null
  },
  priority: 2,
}
const found = {
  name: (id: string, graph: Graph) => {
    const roots = rootsOf(id, graph)
    return isIn(roots, FOUND) ? 'public' : null
  },
  priority: 1,
}

/** What several screens behind the login share, of our own: not one file for each part. */
const inside = {
  name: (id: string, graph: Graph) => {
    if (!id.includes('/web/src/') || id.endsWith('.css') || id.includes('/locales/')) return null
    const roots = rootsOf(id, graph)
    return roots.size > 1 && [...roots].some((root) => root.includes('/web/src/views/'))
      ? 'signed-in'
      : null
  },
  priority: 0,
}

const isIn = (roots: ReadonlySet<string>, files: readonly string[]) =>
  [...roots].some((root) => files.some((file) => root.endsWith(file)))

/** What needs a module at once, and is itself asked for later or first of all: screens, dialogs, the entry. */
function rootsOf(id: string, graph: Graph, seen = new Set<string>()): Set<string> {
  if (seen.has(id)) return new Set()
  seen.add(id)
  const importers = graph.getModuleInfo(id)?.importers ?? []
  if (importers.length === 0) return new Set([id])
  return new Set(importers.flatMap((importer) => [...rootsOf(importer, graph, seen)]))
}
