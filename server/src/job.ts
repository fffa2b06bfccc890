import { parseArgs } from 'node:util'
import { composeWorld } from './compose.ts'
import { readConfig } from './config.ts'
import { reachEmbeddedPostgres } from './db/embedded/embedded-postgres.ts'
import { StartupProblem } from './db/embedded/startup-problem.ts'
import { JOBS, TIMETABLE } from './jobs.ts'
import { migrate } from './migrate.ts'
import { runDueJobs } from './worker.ts'

/** `npm run job -- NAME [--at DATE]`: a job of the timetable by hand, as if it were that moment. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { at: { type: 'string' } },
})

try {
  await runByHand(positionals[0], values.at)
} catch (error) {
  process.stderr.write(`${error instanceof StartupProblem ? error.message : String(error)}\n`)
  process.exitCode = 1
}

async function runByHand(name: string | undefined, at: string | undefined): Promise<void> {
  const job = TIMETABLE.map((line) => line.job).find((known) => known === name)
  if (!job) {
    throw new StartupProblem(`Name a job: ${TIMETABLE.map((line) => line.job).join(', ')}.`)
  }
  const now = at === undefined ? new Date() : new Date(at)
  if (Number.isNaN(now.getTime())) {
    throw new StartupProblem('--at has to be a date such as 2026-12-01T09:00:00Z.')
  }
  const config = readConfig(process.env)
  const database = config.databaseUrl
    ? { url: config.databaseUrl, stop: async () => {} }
    : await reachEmbeddedPostgres({ dataDir: config.dataDir })
  try {
    await migrate(database.url)
    const world = await composeWorld(config, database.url, {
      clock: { now: () => now },
      logLevel: 'warn',
    })
    await JOBS[job](world, {})
    await runDueJobs(world)
    await world.close()
    process.stdout.write(`Done: ${job} as of ${now.toISOString()}\n`)
  } finally {
    await database.stop()
  }
}
