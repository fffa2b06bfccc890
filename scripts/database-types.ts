import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts'
import { migrate } from '#server/migrate.ts'

/** Writes server/src/db/types.ts from a freshly migrated database; with --verify only says whether it is current. */
const OUT = 'server/src/db/types.ts'
const dataDir = await mkdtemp(join(tmpdir(), 'lustra-types-'))
const postgres = await startEmbeddedPostgres({ dataDir, fsync: false })
try {
  await migrate(postgres.url)
  const { stdout } = await promisify(execFile)('node_modules/.bin/kysely-codegen', [
    '--url',
    postgres.url,
    '--dialect',
    'postgres',
    '--out-file',
    OUT,
    '--include-pattern',
    'public.*',
    '--date-parser',
    'string',
    ...process.argv.slice(2),
  ])
  process.stdout.write(stdout)
} finally {
  await postgres.stop()
  await rm(dataDir, { recursive: true })
}
