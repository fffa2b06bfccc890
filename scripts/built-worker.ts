import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { renderOfflineDocument } from '#web/entries/document.ts'
import type { Manifest } from '#web/entries/document.ts'
import { SIGNED_IN_HEADER_CHUNK } from '#web/shell/load-signed-in-header.ts'
import { OFFLINE_PAGE_ADDRESS, WORKER_ADDRESS } from '#web/shell/offline/cache-names.ts'
import { START_SCRIPT_FILE } from './start-script.ts'
import type { StartScript } from './start-script.ts'

const root = join(import.meta.dirname, '..')
const client = join(root, 'web/dist/client')
const manifest = JSON.parse(readFileSync(join(client, '.vite/manifest.json'), 'utf8')) as Manifest

/**
 * The files that the app needs to open offline, for every user and language. Other files are cached when they are first
 * used.
 */
const SHELL_CHUNKS = [
  'web/src/entries/entry-client.tsx',
  'web/src/shell/after-hydration.tsx',
  SIGNED_IN_HEADER_CHUNK,
  'web/src/shell/background-work.ts',
  'web/src/shell/offline/offline-page.ts',
]
const FIRST_FONTS = /(figtree-latin-wght|bricolage-grotesque-latin-700)-normal/

const files = Object.values(manifest).map(({ file }) => file)
const shell = [
  ...SHELL_CHUNKS.flatMap((chunk) => filesOf(chunk)),
  ...files.filter((file) => file.endsWith('.css') || FIRST_FONTS.test(file)),
]
const drawings = readdirSync(join(client, 'drawings')).map((name) => `/drawings/${name}`)
const startScript = JSON.parse(readFileSync(join(client, START_SCRIPT_FILE), 'utf8')) as StartScript
const page = renderOfflineDocument(manifest, startScript.code)
writeFileSync(join(client, OFFLINE_PAGE_ADDRESS), page)

await build({
  root,
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  define: {
    SHELL: JSON.stringify([
      ...new Set(shell.map((file) => `/${file}`)),
      OFFLINE_PAGE_ADDRESS,
      '/favicon.svg',
      ...drawings,
    ]),
    BUILT: JSON.stringify([...new Set(files.map((file) => `/${file}`))]),
  },
  build: {
    outDir: client,
    emptyOutDir: false,
    rolldownOptions: {
      input: join(root, 'web/src/entries/service-worker/service-worker.ts'),
      output: { format: 'iife', entryFileNames: WORKER_ADDRESS.slice(1) },
    },
  },
})

/** The file of a chunk, by its key or name, and the files that it imports statically. */
function filesOf(key: string): string[] {
  const chunk = manifest[key] ?? Object.values(manifest).find(({ name }) => name === key)
  if (!chunk) throw new Error(`The build knows no ${key}`)
  return [chunk.file, ...(chunk.imports ?? []).flatMap((needed) => filesOf(needed))]
}
