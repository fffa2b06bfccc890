import { join, relative } from 'node:path'
import { build } from 'vite'
import type { Plugin } from 'vite'

/**
 * `built-server.ts FOLDER SOURCE…` writes the server's own files and two packages as a few, which load in half of the
 * time (docs/benchmarks/small-server.md). Other packages stay where they are. Fails if a file is in none of the
 * sources, because `npm start` would not see that it changed. rule: start
 */
const [folder, ...sources] = process.argv.slice(2)
if (!folder) throw new Error('Name a folder.')
const root = join(import.meta.dirname, '..')

await build({
  root,
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  plugins: [addressOfSource(join(root, folder)), onlyFrom(sources)],
  ssr: { noExternal: ['zod', 'kysely'] },
  build: {
    ssr: 'server/src/main.ts',
    outDir: folder,
    target: 'esnext',
    minify: false,
    rolldownOptions: { output: { chunkFileNames: '[name]-[hash].js' } },
  },
})

/** Each file keeps its address, by which it finds the files and processes beside it. The repository may be moved. */
function addressOfSource(folder: string): Plugin {
  return {
    name: 'address-of-source',
    transform: {
      filter: { id: /\.ts$/, code: 'import.meta.url' },
      handler: (code, id) => {
        const path = relative(folder, id).replaceAll('\\', '/')
        return code.replaceAll('import.meta.url', `new URL('${path}', import.meta.url).href`)
      },
    },
  }
}

function onlyFrom(folders: string[]): Plugin {
  return {
    name: 'only-from',
    moduleParsed({ id }) {
      const path = relative(root, id)
      if (!path.endsWith('.ts') || path.startsWith('node_modules')) return
      if (!folders.some((source) => path.startsWith(`${source}/`)))
        this.error(`${path} is in none of the sources: add its folder in scripts/prepare.mjs.`)
    },
  }
}
