import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from './embedded-postgres.ts'

export type TemporaryPostgres = {
  url: string
  /** A temporary folder, also for other files of the caller; `stop` removes it. */
  folder: string
  stop(): Promise<void>
}

/**
 * An embedded PostgreSQL in a temporary folder, for one test, benchmark or script. It runs without fsync, because
 * nobody needs its data after a power cut.
 */
export async function startTemporaryPostgres(): Promise<TemporaryPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'lustra-postgres-'))
  const server = await startEmbeddedPostgres({ dataDir: folder, fsync: false })
  return {
    url: server.url,
    folder,
    async stop() {
      await server.stop()
      await rm(folder, { recursive: true })
    },
  }
}
