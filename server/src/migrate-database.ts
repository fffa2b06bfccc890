import { runCommand } from './command-line.ts'
import { readConfig } from './config.ts'
import { migrate } from './migrate.ts'
import { prepareDatabase } from './prepare-database.ts'
import { problemLine } from './problem-line.ts'
import { reachPostgres } from './postgres-server.ts'
import { StartupProblem } from './startup-problem.ts'

/** `npm run migrate`: migrations as a step of their own, with a role of their own. rule: database-roles */
await runCommand(async () => {
  const config = readConfig(process.env)
  try {
    if (config.databaseMigrateUrl) await migrateFor(config.databaseMigrateUrl, config.databaseUrl!)
    else await migrateAlone(config)
  } catch (error) {
    throw new StartupProblem(problemLine(error))
  }
  process.stdout.write('The database is of this version.\n')
})

async function migrateFor(ownerUrl: string, requestUrl: string): Promise<void> {
  const { searchParams, username } = new URL(requestUrl)
  const name = searchParams.get('user') ?? decodeURIComponent(username)
  await migrate(ownerUrl, { requestRole: { name } })
}

async function migrateAlone(config: ReturnType<typeof readConfig>): Promise<void> {
  const database = await reachPostgres(config)
  try {
    await prepareDatabase(config, database.url)
  } finally {
    await database.stop()
  }
}
