import { pinnedNode, prepareDependencies, prepareWeb } from './prepare.mjs'
import { startProgram } from './start-program.mjs'

await prepareDependencies()
await prepareWeb()
const server = startProgram(pinnedNode(), ['scripts/dev/serve.ts'], process.env)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => server.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal))
}
