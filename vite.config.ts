import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'
import { buildStartScript, START_SCRIPT_FILE, START_SCRIPT_SOURCE } from './scripts/start-script.ts'
import { FIRST_SIGNED_IN_VIEWS, PUBLIC_VIEWS } from './web/src/router/public-views.ts'

/**
 * `vite build` builds the browser's bundle; `vite build --ssr web/src/entries/entry-server.tsx --outDir
 * web/dist/server` the server's.
 */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), tailwindcss(), ...(isSsrBuild ? [] : [startScript()])],
  ...(isSsrBuild ? SERVER_BUNDLE : {}),
  publicDir: isSsrBuild ? false : 'web/public',
  build: {
    outDir: 'web/dist/client',
    emptyOutDir: true,
    manifest: !isSsrBuild,
    // The content security policy allows no fonts or scripts in data addresses.
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    rolldownOptions: isSsrBuild
      ? // The server loads all views at its start. One file loads in a third of the time of many.
        { output: { codeSplitting: false } }
      : { input: ENTRY, output: { codeSplitting: { groups: CHUNKS } } },
  },
}))

/**
 * The server's bundle contains React and what uses it, built for production. From node_modules React would run as for
 * development unless NODE_ENV says otherwise, and rendering would take more than twice the time.
 */
const SERVER_BUNDLE = {
  ssr: { noExternal: true as const },
  define: { 'process.env.NODE_ENV': '"production"' },
}

/** Writes the inline script of all pages, with its hash, beside the manifest. */
function startScript(): Plugin {
  return {
    name: 'start-script',
    buildStart() {
      this.addWatchFile(START_SCRIPT_SOURCE)
    },
    async generateBundle() {
      const source = JSON.stringify(await buildStartScript())
      this.emitFile({ type: 'asset', fileName: START_SCRIPT_FILE, source })
    },
  }
}

const ENTRY = 'web/src/entries/entry-client.tsx'
const viewFiles = (views: readonly string[]) => views.map((view) => `web/src/views/${view}.tsx`)
const FIRST = [ENTRY, ...viewFiles(['market/home'])]
const PUBLIC = viewFiles(PUBLIC_VIEWS)
const HEADER = 'web/src/shell/signed-in-header.tsx'
const VISIT = [HEADER, ...viewFiles(['visits/visits'])]
const SIGNED_IN = [HEADER, ...viewFiles(FIRST_SIGNED_IN_VIEWS)]

type Graph = { getModuleInfo: (id: string) => { importers: readonly string[] } | null }

/**
 * Vite's own chunks are one for each set of views that share a module, dozens for some screens. A first view has few
 * requests, so what screens share is in few files: the entry with its packages and home, the public views, and the
 * views that people open most after signing in. The page of a visit loads what they share with it, and no other part of
 * them.
 * docs/decisions/0034, rules: first-view
 */
const CHUNKS = [
  chunk('core', (roots) => isIn(roots, FIRST) || (isIn(roots, PUBLIC) && isIn(roots, VISIT))),
  chunk('public', (roots) => isIn(roots, PUBLIC)),
  chunk('visit', (roots, id) => isShared(roots, id) && isIn(roots, VISIT)),
  chunk('signed-in', isShared),
]

function chunk(name: string, has: (roots: ReadonlySet<string>, id: string) => boolean) {
  return { name: (id: string, graph: Graph) => (has(rootsOf(id, graph), id) ? name : null) }
}

/** Our own code and the contract's that several views share, or that belongs to the views opened most. */
function isShared(roots: ReadonlySet<string>, id: string): boolean {
  if (!/\/(web\/src|contract)\//.test(id) || id.endsWith('.css') || id.includes('/locales/'))
    return false
  const isOfViews = [...roots].some((root) => root.includes('/web/src/views/'))
  return (roots.size > 1 && isOfViews) || isIn(roots, SIGNED_IN)
}

const isIn = (roots: ReadonlySet<string>, files: readonly string[]) =>
  [...roots].some((root) => files.some((file) => root.endsWith(file)))

/**
 * The lazily loaded modules (views, dialogs) and entries that import this module statically, directly or through
 * others.
 */
function rootsOf(id: string, graph: Graph, seen = new Set<string>()): Set<string> {
  if (seen.has(id)) return new Set()
  seen.add(id)
  const importers = graph.getModuleInfo(id)?.importers ?? []
  if (importers.length === 0) return new Set([id])
  return new Set(importers.flatMap((importer) => [...rootsOf(importer, graph, seen)]))
}
