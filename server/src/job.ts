import { parseArgs } from 'node:util'
import { runCommand, withContext } from '#server/start/command-line.ts'
import { runClockJob } from '#server/start/hand-over.ts'
import { SCHEDULE } from './jobs.ts'
import { StartupProblem } from '#server/settings/startup-problem.ts'

/** `npm run job -- NAME [--at DATE]`: runs a scheduled job as if it were that moment. rule: operator-commands */
await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { at: { type: 'string' } },
  })
  const job = SCHEDULE.map((entry) => entry.job).find((name) => name === positionals[0])
  if (!job) {
    throw new StartupProblem(`Name a job: ${SCHEDULE.map((entry) => entry.job).join(', ')}.`)
  }
  const now = values.at === undefined ? new Date() : new Date(values.at)
  if (Number.isNaN(now.getTime())) {
    throw new StartupProblem('--at has to be a date such as 2026-12-01T09:00:00Z.')
  }
  const at = values.at === undefined ? null : now.toISOString()
  await withContext(now, (context) => runClockJob(context, job, at))
  process.stdout.write(`Done: ${job} as of ${now.toISOString()}\n`)
})
