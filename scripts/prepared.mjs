import { join } from 'node:path'
import { exitCodeOf, root } from './progress.mjs'
import { builtProgram, pinnedNode, prepareDependencies, prepareWeb } from './prepare.mjs'
import { startProgram } from './start-program.mjs'

// `npm start`, and other programs that start Lustra's processes: installs and builds what is missing, then runs the
// program that the arguments name.
await prepareDependencies()
await prepareWeb()
const [name, ...args] = process.argv.slice(2)
const file = await builtProgram(name)

// npm sends signals to its shell, which would end and leave this script running. So package.json says `exec`, which
// replaces the shell. Windows has no `exec` and uses the other side of the `||`.

// Node stores there what it has compiled, by the content of each file. The next start takes half of the time.
const env = { NODE_COMPILE_CACHE: join(root, '.cache', 'compiled'), ...process.env }
const program = startProgram(pinnedNode(), [file, ...args], env)
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
