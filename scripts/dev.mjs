import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from './progress.mjs'
import { pinnedNode, prepareDependencies, prepareWeb } from './prepare.mjs'

await prepareDependencies()
await prepareWeb()

const vite = [
  join('node_modules', 'vite', 'bin', 'vite.js'),
  'build',
  '--watch',
  '--logLevel',
  'warn',
]
const commands = [
  vite,
  [...vite, '--ssr', 'web/src/entries/entry-server.tsx', '--outDir', 'web/dist/server'],
  [
    '--watch-path=server',
    '--watch-path=contract',
    '--watch-path=web/dist/server',
    'server/src/main.ts',
  ],
]
const children = commands.map((args) =>
  spawn(pinnedNode(), args, {
    cwd: root,
    // A restart after a change has no balancer to wait for.
    env: { DRAIN_S: '0', ...process.env },
    stdio: 'inherit',
    detached: process.platform !== 'win32',
  }),
)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => children.forEach((child) => child.kill('SIGTERM')))
}
