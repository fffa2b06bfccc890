import { spawn } from 'node:child_process'
import { exitCodeOf, root } from './progress.mjs'
import { pinnedNode, prepareDependencies, prepareWeb } from './prepare.mjs'

await prepareDependencies()
await prepareWeb()

// npm sends signals to its shell, which would end and leave this script running. So package.json says `exec`, which
// replaces the shell. Windows has no `exec` and uses the other side of the `||`.

// The server runs in its own process group: Ctrl-C reaches every process of the terminal's group, and npm sends the
// signal again. The server must receive it exactly once, from this script.
const server = spawn(pinnedNode(), ['server/src/main.ts', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  detached: process.platform !== 'win32',
})
let hasSignalled = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    if (!hasSignalled) server.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal)
    hasSignalled = true
  })
}
server.on('error', (error) => {
  process.stderr.write(`The server could not be started: ${error.message}\n`)
  process.exitCode = 1
})
server.on('exit', (code, signal) => {
  process.exitCode = exitCodeOf(code, signal)
})
