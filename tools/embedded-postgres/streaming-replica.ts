import { appendFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { clusterIn } from './cluster.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import type { EmbeddedPostgres } from './embedded-postgres.ts'

/**
 * Starts a streaming replica of a PostgreSQL that runs at this address. `dataDir` is a copy of its data folder from
 * while it was stopped. For tests and benchmarks: it runs without fsync.
 */
export async function startStreamingReplica(
  dataDir: string,
  primaryUrl: string,
): Promise<EmbeddedPostgres> {
  const { hostname, port, username, password } = new URL(primaryUrl)
  const cluster = clusterIn(dataDir)
  const primary = `host=${hostname} port=${port} user=${username} password=${password}`
  await appendFile(join(cluster, 'postgresql.auto.conf'), `primary_conninfo = '${primary}'\n`)
  await writeFile(join(cluster, 'standby.signal'), '')
  return startEmbeddedPostgres({ dataDir, fsync: false })
}
