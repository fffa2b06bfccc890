import { spawn } from 'node:child_process'
import { exitCodeOf, root } from './progress.mjs'
import { pinnedNode, prepareDependencies, prepareWeb } from './prepare.mjs'

await prepareDependencies()
await prepareWeb()

// npm passes signals to its shell, which would die of them and leave us behind: so package.json says `exec` (Windows has no
// such word, and takes the other side of its `||`).

// In a group of its own: Ctrl-C reaches every process of the terminal's group, and npm passes it on once more. The server
// shall hear of it exactly once, from here.
const server = spawn(pinnedNode(), ['server/src/main.ts', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  detached: process.platform !== 'win32',
})
let told = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    if (!told) server.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal)
    told = true
  })
}
server.on('error', (error) => {
  process.stderr.write(`The server could not be started: ${error.message}\n`)
  process.exitCode = 1
})
server.on('exit', (code, signal) => {
  process.exitCode = exitCodeOf(code, signal)
})
