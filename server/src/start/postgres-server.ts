import {
  reachEmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../../tools/embedded-postgres/embedded-postgres.ts'
import type { EmbeddedPostgres } from '../../../tools/embedded-postgres/embedded-postgres.ts'
import { EmbeddedPostgresError } from '../../../tools/embedded-postgres/embedded-postgres-error.ts'
import type { Config } from '#server/config.ts'
import { closeDataFolder } from './data-folder.ts'
import { StartupProblem } from '#server/settings/startup-problem.ts'

type PostgresConfig = Pick<Config, 'databaseUrl' | 'dataDir'>

export type PostgresServer = {
  /** Contains the password: never print it. */
  url: string
  stop(): Promise<void>
}

/**
 * The server's PostgreSQL: the one of DATABASE_URL, or else the embedded one, started and held until `stop`. Of the
 * embedded one `onStarted` is called when its process begins, and `onLost` once when it ends by itself. Closes DATA_DIR
 * to others first. Throws StartupProblem. rule: start, settings
 */
export async function startPostgres(
  { databaseUrl, dataDir }: PostgresConfig,
  listeners: { onProgress: (line: string) => void; onStarted: () => void; onLost: () => void },
): Promise<PostgresServer> {
  await closeDataFolder(dataDir)
  if (databaseUrl) return externalPostgres(databaseUrl)
  return withStartupProblem(startEmbeddedPostgres({ dataDir, ...listeners }))
}

/**
 * The PostgreSQL of a command: uses the database of a server that runs, or starts it for as long as the command needs
 * it.
 */
export async function reachPostgres({
  databaseUrl,
  dataDir,
}: PostgresConfig): Promise<PostgresServer> {
  await closeDataFolder(dataDir)
  if (databaseUrl) return externalPostgres(databaseUrl)
  return withStartupProblem(reachEmbeddedPostgres({ dataDir }))
}

function externalPostgres(url: string): PostgresServer {
  return { url, stop: () => Promise.resolve() }
}

async function withStartupProblem(starting: Promise<EmbeddedPostgres>): Promise<PostgresServer> {
  try {
    return await starting
  } catch (error) {
    if (error instanceof EmbeddedPostgresError) throw new StartupProblem(error.message)
    throw error
  }
}
