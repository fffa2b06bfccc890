import { once } from 'node:events'
import { startCluster } from './cluster.ts'

/**
 * `npm run cluster`: Lustra on three databases, two poolers, two web and one jobs process behind one proxy, until
 * Ctrl-C.
 */
const printLine = (line: string) => process.stdout.write(`${line}\n`)
const firstPort = Number(process.env['CLUSTER_PORT'] || 7400)
if (!Number.isInteger(firstPort) || firstPort < 1024 || firstPort > 65_000) {
  process.stderr.write('CLUSTER_PORT has to be a whole number from 1024 to 65000.\n')
  process.exit(1)
}

const stopping = new AbortController()
const stopped = once(stopping.signal, 'abort')
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => stopping.abort())

const { signal } = stopping
const cluster = await startCluster({ firstPort, onProgress: printLine, signal }).catch(
  (error: unknown) => {
    if (!signal.aborted) process.stderr.write(`${String(error)}\n`)
    process.exit(signal.aborted ? 0 : 1)
  },
)
if ('missing' in cluster) {
  process.stderr.write(`Install first: apt-get install ${cluster.missing.join(' ')}\n`)
  process.exit(1)
}
const { ports } = cluster
printLine(`The cluster is ready at http://localhost:${ports.http}`)
printLine(
  `Its proxy shows what is up at http://localhost:${ports.figures}. Logs: ${cluster.folder}/*/log`,
)
for (const { name, role } of await cluster.members())
  printLine(`  ${name}: ${role.replace('_', ' ')}`)
await stopped
printLine('Stopping the cluster …')
await cluster.stop()
process.exit(0)
