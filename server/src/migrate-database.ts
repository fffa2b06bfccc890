import { runCommand } from '#server/start/command-line.ts'
import { readConfig } from './config.ts'
import { migrateAlone } from '#server/start/prepare-database.ts'
import { problemLine } from '#server/start/problem-line.ts'
import { StartupProblem } from '#server/settings/startup-problem.ts'

/** `npm run migrate`: migrations as a step of their own, with a role of their own. rule: migrations */
await runCommand(async () => {
  const config = readConfig(process.env)
  try {
    await migrateAlone(config)
  } catch (error) {
    throw new StartupProblem(problemLine(error))
  }
  process.stdout.write('The database is of this version.\n')
})
