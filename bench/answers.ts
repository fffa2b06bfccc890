import { openConnection } from './connection.ts'
import type { BenchProcess } from './harness.ts'
import { Times } from './times.ts'

const CONNECTIONS = 8
const ROUND_SECONDS = 1.5

/** `path` is called for each request. */
export type Variant = {
  server: Pick<BenchProcess, 'port' | 'cpuUs'>
  path: () => string
  expects?: { status: number; headers: string[] }
}
export type Measured = { times: Times; cpuUs: number }

/**
 * Measures these in turns at 8 connections, round after round, so that a busy machine slows all of them equally. The
 * first round is a warm-up and does not count. `cpuUs`: the processor time of the server for one answer.
 */
export async function measureAnswers<Name extends string>(
  variants: Record<Name, Variant>,
  rounds: number,
): Promise<Record<Name, Measured>> {
  const names = Object.keys(variants) as Name[]
  const all = Object.fromEntries(names.map((name) => [name, { times: new Times(), cpuUs: 0 }]))
  for (let round = 0; round <= rounds; round++) {
    for (const name of names) {
      const { server, path, expects = {} } = variants[name]
      const connections = await Promise.all(
        Array.from({ length: CONNECTIONS }, () => openConnection(server.port)),
      )
      const workers = connections.map((connection) => () => connection.get(path(), expects))
      const into = round === 0 ? { times: new Times(), cpuUs: 0 } : all[name]!
      const before = server.cpuUs()
      await into.times.measure(workers, ROUND_SECONDS)
      into.cpuUs += server.cpuUs() - before
      for (const connection of connections) connection.close()
    }
  }
  for (const measured of Object.values(all)) measured.cpuUs /= measured.times.count
  return all as Record<Name, Measured>
}
