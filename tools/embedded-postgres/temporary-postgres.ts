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
 * A PostgreSQL for one run of the tests, a benchmark or a script: `given`, where there is an address, or else an
 * embedded one in a temporary folder. It runs without fsync, because nobody needs its data after a power cut. With a
 * `dataDir` its databases stay there.
 */
export async function startTemporaryPostgres(
  existingUrl?: string,
  dataDir?: string,
): Promise<TemporaryPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'lustra-postgres-'))
  const server = existingUrl
    ? { url: existingUrl, stop: () => Promise.resolve() }
    : await startEmbeddedPostgres({ dataDir: dataDir ?? folder, fsync: false })
  return {
    url: server.url,
    folder,
    async stop() {
      await server.stop()
      await rm(folder, { recursive: true })
    },
  }
}
