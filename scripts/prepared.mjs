import { spawn } from 'node:child_process'
import { exitCodeOf, root } from './progress.mjs'
import { pinnedNode, prepareDependencies, prepareWeb } from './prepare.mjs'

// Runs a program that starts Lustra's processes: installs and builds what is missing before. Signals reach it once,
// as scripts/start.mjs explains.
await prepareDependencies()
await prepareWeb()
const program = spawn(pinnedNode(), process.argv.slice(2), {
  cwd: root,
  stdio: 'inherit',
  detached: process.platform !== 'win32',
})
let hasSignalled = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    if (!hasSignalled) program.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal)
    hasSignalled = true
  })
}
program.on('error', (error) => {
  process.stderr.write(`It could not be started: ${error.message}\n`)
  process.exitCode = 1
})
program.on('exit', (code, signal) => {
  process.exitCode = exitCodeOf(code, signal)
})
