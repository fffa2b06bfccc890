import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { migrate } from '#server/start/migrate.ts'
import { startTemporaryPostgres } from '../tools/embedded-postgres/temporary-postgres.ts'

/**
 * Writes server/src/db/types.ts from a newly migrated database. With --verify it only checks whether the file is
 * current.
 */
const OUT = 'server/src/db/types.ts'
const postgres = await startTemporaryPostgres()
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
}
