import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { migrate } from '#server/start/migrate.ts'
import { copyPrepared } from '../../../../scripts/prepared-folder.ts'
import { startEmbeddedPostgres } from '../../../../tools/embedded-postgres/embedded-postgres.ts'
import { databaseOn, runOn } from '../statements.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL server where tests may create databases, and the migrated database that they copy. */
    postgres: {
      url: string
      template: string
      requestRole: { name: string; password: string }
    }
  }
}

/**
 * Runs once for all test files: provides a PostgreSQL server with one migrated database, which `testDatabase` copies.
 * The server is the one of TEST_DATABASE_URL, or else an embedded one without fsync in a temporary folder.
 */
export default async function provideDatabase(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['TEST_DATABASE_URL']
  const { stop, ...postgres } = given ? await onGivenServer(given) : await onPreparedServer()
  project.provide('postgres', { ...postgres, requestRole: REQUEST_ROLE })
  return stop
}

type Server = { url: string; template: string; stop(): Promise<void> }

async function onGivenServer(url: string): Promise<Server> {
  const template = `lustra_template_${randomBytes(6).toString('hex')}`
  await createTemplate(url, template)
  return { url, template, stop: () => runOn(url, `DROP DATABASE ${template} WITH (FORCE)`) }
}

export const TEMPLATE = 'lustra_template'

/** Copies a prepared cluster, stopped, that already contains the migrated database. */
export async function copyPreparedCluster(dataDir: string): Promise<void> {
  await copyPrepared(
    {
      name: 'test-postgres',
      sources: [
        'server/schema/*.sql',
        'server/data/places.tsv.br',
        'server/src/{migrate,db/request-role,db/role-limits}.ts',
        'server/src/queue/*.ts',
        'server/src/places/{load-places,place-text}.ts',
        'server/src/test/processes/postgres.ts',
        'tools/embedded-postgres/*.ts',
        'package-lock.json',
      ],
      make: prepareCluster,
    },
    dataDir,
  )
}

async function onPreparedServer(): Promise<Server> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lustra-test-'))
  await copyPreparedCluster(dataDir)
  const server = await startEmbeddedPostgres({ dataDir, fsync: false })
  return {
    url: server.url,
    template: TEMPLATE,
    async stop() {
      await server.stop()
      await rm(dataDir, { recursive: true })
    },
  }
}

async function prepareCluster(dataDir: string): Promise<void> {
  const server = await startEmbeddedPostgres({ dataDir, fsync: false })
  try {
    await createTemplate(server.url, TEMPLATE)
    // Databases of tests are gone before they need a vacuum, and these two tables alone have rows from the beginning.
    await runOn(databaseOn(server.url, TEMPLATE), 'analyze zips, cities')
    await runOn(server.url, 'alter system set autovacuum = off')
  } finally {
    await server.stop()
  }
}

/** The role with which the test servers work, so that each test shows that its rights suffice. */
export const REQUEST_ROLE = { name: 'lustra_test_requests', password: 'requests' }

async function createTemplate(url: string, name: string): Promise<void> {
  await runOn(url, `CREATE DATABASE ${name}`)
  await migrate(databaseOn(url, name), { requestRole: REQUEST_ROLE })
}
