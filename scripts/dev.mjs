import { join } from 'node:path'
import { root } from './progress.mjs'
import { pinnedNode, prepareDependencies, prepareWeb } from './prepare.mjs'
import { startProgram } from './start-program.mjs'
import { startRestarted } from './start-restarted.mjs'

await prepareDependencies()
await prepareWeb()

const vite = [
  '--import',
  './scripts/end-with-launcher.mjs',
  join('node_modules', 'vite', 'bin', 'vite.js'),
  'build',
  '--watch',
  '--logLevel',
  'warn',
]
const watched = ['server', 'contract', join('web', 'dist', 'server')].map((path) =>
  join(root, path),
)
// A restart after a change has no balancer to wait for.
const env = { DRAIN_S: '0', ...process.env }
const node = pinnedNode()
const builds = [
  vite,
  [...vite, '--ssr', 'web/src/entries/entry-server.tsx', '--outDir', 'web/dist/server'],
].map((args) => startProgram(node, args, env))
const endServer = startRestarted(watched, node, ['server/src/main.ts'], env)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => {
    endServer()
    for (const build of builds) build.kill('SIGTERM')
  })
}
