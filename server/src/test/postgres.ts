import { randomBytes } from 'node:crypto'
import type { TestProject } from 'vitest/node'
import { migrate } from '#server/migrate.ts'
import { startTemporaryPostgres } from '../../../tools/embedded-postgres/temporary-postgres.ts'
import { databaseOn, runOn } from './statements.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL server where tests may make databases, and the migrated one that they copy. */
    postgres: { url: string; template: string }
  }
}

/**
 * Once for a run of the tests: a PostgreSQL server (TEST_DATABASE_URL, or else an embedded one in a temporary folder,
 * without fsync) with one migrated database that `testDatabase` copies.
 */
export default async function provideDatabase(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTemporaryPostgres(process.env['TEST_DATABASE_URL'])
  const template = `lustra_template_${randomBytes(6).toString('hex')}`
  const run = (statement: string) => runOn(server.url, statement)
  await run(`CREATE DATABASE ${template}`)
  await migrate(databaseOn(server.url, template))
  project.provide('postgres', { url: server.url, template })
  return async () => {
    await run(`DROP DATABASE IF EXISTS ${template} WITH (FORCE)`)
    await server.stop()
  }
}
