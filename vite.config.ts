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
  // wouter's fallback for older versions of React.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  ...(isSsrBuild ? SERVER_BUNDLE : {}),
  publicDir: isSsrBuild ? false : 'web/public',
  build: {
    outDir: 'web/dist/client',
    emptyOutDir: true,
    manifest: !isSsrBuild,
    // The content security policy allows no fonts or scripts in data addresses.
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    modulePreload: {
      polyfill: false,
      // The other chunks that a screen needs are small. Naming them all would make the first view heavier, and so would
      // naming these in different orders.
      resolveDependencies: (_file, needed) =>
        needed.filter((file) => /\/(common|public|visit|signed-in)-/.test(file)).toSorted(),
    },
    ...(isSsrBuild
      ? // The server loads all views at its start. One file loads in a third of the time of many.
        { rolldownOptions: { output: { codeSplitting: false } } }
      : {
          rolldownOptions: {
            input: ENTRY,
            // Numbers and texts of the contract stand where they are used, not in the first view. rule: home-weight
            optimization: { inlineConst: { mode: 'all' } },
            output: {
              // The first view names all chunks, so their names are short, and of few characters, because these
              // compress better. docs/decisions/0034, rule: home-weight
              hashCharacters: 'base36',
              chunkFileNames: ({ name, facadeModuleId }) =>
                NAMED.includes(name) || facadeModuleId?.includes('/web/src/locales/')
                  ? 'assets/[name]-[hash:7].js'
                  : 'assets/[hash:7].js',
              codeSplitting: {
                groups: [core, publicOfVisit, publicViews, signedInOfVisit, signedIn],
              },
            },
          },
        }),
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
const HOME = 'web/src/views/home.tsx'
const VISIT = 'web/src/views/visits.tsx'
const HEADER = 'web/src/shell/signed-in-header.tsx'

type ModuleInfo = { importers: readonly string[] }
type Graph = { getModuleInfo: (id: string) => ModuleInfo | null }

/**
 * Parts of React Query that home does not use. Its index imports all parts, so the graph says that home imports them.
 * rule: home-weight
 */
const NOT_FOR_HOME =
  /react-query\/.*\/use(Mutation|InfiniteQuery|IsFetching|Queries|PrefetchQuery)\.js$|query-core\/.*\/(mutation|infiniteQuery|queries)Observer\.js$/
/** The parts in NOT_FOR_HOME that no public view uses either. */
const NOT_FOR_PUBLIC =
  /use(Mutation|InfiniteQuery|Queries|PrefetchQuery)\.js$|(mutation|infiniteQuery|queries)Observer\.js$/

/** The chunk with home and everything that each first view needs. docs/decisions/0034 */
const core = {
  name: (id: string, graph: Graph) => {
    if (NOT_FOR_HOME.test(id)) return null
    const roots = rootsOf(id, graph)
    return isIn(roots, [ENTRY, HOME]) ? 'core' : null
  },
  priority: 5,
}

/**
 * Chunks that keep their name, because journeys find their code by it. The first view names all chunks, so each name
 * makes it heavier. docs/decisions/0034, rule: home-weight
 */
const NAMED = ['login', 'book-dialog', 'clear-device', 'public', 'common']

const pathOfView = (view: string) => `web/src/views/${view}.tsx`
const SELDOM_OPENED = ['state', 'documents'].map(pathOfView)

/**
 * The other public views and what they share are a second chunk, instead of one for each view and each shared part.
 * Documents and pages of states are seldom opened, so what they alone need is no weight of the others.
 */
const publicViews = {
  name: (id: string, graph: Graph) => {
    if (NOT_FOR_PUBLIC.test(id)) return null
    const roots = rootsOf(id, graph)
    if ([...roots].every((root) => isIn(new Set([root]), SELDOM_OPENED))) return 'seldom-opened'
    return isIn(roots, PUBLIC_VIEWS.map(pathOfView)) ? 'public' : null
  },
  priority: 3,
}

/** Our own code and the contract's that several signed-in views share is one chunk, with the views opened most. */
const signedIn = {
  name: (id: string, graph: Graph) => {
    if (NOT_FOR_PUBLIC.test(id)) return 'signed-in'
    if (!/\/(web\/src|contract)\//.test(id) || id.endsWith('.css') || id.includes('/locales/'))
      return null
    const roots = rootsOf(id, graph)
    const isShared = roots.size > 1 && [...roots].some((root) => root.includes('/web/src/views/'))
    return isShared || isIn(roots, [HEADER, ...FIRST_SIGNED_IN_VIEWS.map(pathOfView)])
      ? 'signed-in'
      : null
  },
  priority: 1,
}

/**
 * The parts of a shared chunk that the page of a visit needs, in a chunk of their own, so that it loads no other part.
 * The header of users is with them, because every page of theirs needs both. rule: visit-weight
 */
const ofVisit = (shared: string, name: string, priority: number) => ({
  name: (id: string, graph: Graph) => {
    const chunk = publicViews.name(id, graph) ?? signedIn.name(id, graph)
    return chunk === shared && isIn(rootsOf(id, graph), [VISIT, HEADER]) ? name : null
  },
  priority,
})
const publicOfVisit = ofVisit('public', 'common', 4)
const signedInOfVisit = ofVisit('signed-in', 'visit', 2)

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
