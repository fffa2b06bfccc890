import { StartupProblem } from '#server/settings/startup-problem.ts'
import { rotateVaultKeys } from '#server/visits/access/rotate-vault-keys.ts'
import { rotateTotpKeys } from '#server/account/own/rotate-totp-keys.ts'
import {
  FAILED_JOBS_MAX,
  failedJobs,
  failedTasks,
  retryJobByOperator,
} from '#server/console/actions/failed-jobs.ts'
import { recordOperatorAction } from '#server/trust/audit/operator-actions.ts'
import { failedProviderTasks } from '#server/money/payments/provider-tasks.ts'
import { rotateOperatorKeys } from '#server/console/operators/rotate-operator-keys.ts'
import { rotateFeedKeys } from '#server/calendar/busy/feed-secret.ts'
import { rotateKeys } from '#server/trust/documents/rotate-keys.ts'
import { adoptPictures, finishJob, requireServersKeys } from '#server/start/hand-over.ts'
import { operatorReason, printLine, printTable, USAGE } from './command.ts'
import type { Call, Commands } from './command.ts'

export const SYSTEM_COMMANDS: Commands = {
  async jobs({ context, output }, [task]) {
    const tasks = (await failedTasks(context.db)).filter(({ job }) => !task || job === task)
    const jobs = task ? (await failedJobs(context.db, { task })).slice(0, FAILED_JOBS_MAX) : []
    printTable(output, task ? jobs : tasks)
    const sum = (what: 'failed' | 'retrying') => tasks.reduce((count, one) => count + one[what], 0)
    const cut = task && sum('failed') + sum('retrying') > jobs.length
    const end = cut ? ` These are the newest ${jobs.length}.` : ''
    printLine(output, `${sum('failed')} failed, ${sum('retrying')} retrying.${end}`)
  },
  async 'retry-job'({ context, output, reason }, [number]) {
    const why = operatorReason(reason)
    const isNumber = /^\d{1,15}$/.test(number ?? '')
    if (!isNumber || !(await retryJobByOperator(context, number!, why))) {
      throw new StartupProblem('There is no failed job with this number.')
    }
    await finishJob(context, number!)
    printLine(output, 'Done.')
  },
  async failures({ context, output }) {
    const tasks = await failedProviderTasks(context.db)
    printTable(output, tasks)
    printLine(output, `${tasks.length} failed and tried again.`)
  },
  async pictures({ context, output, reason }, [action]) {
    if (action !== 'adopt') throw new StartupProblem(USAGE)
    const { doneBy, reason: note } = operatorReason(reason)
    await adoptPictures(context)
    const { marker: subjectId } = await context.db
      .selectFrom('picture_storage')
      .select('marker')
      .executeTakeFirstOrThrow()
    const at = context.clock.now()
    const done = { action: 'adopt_pictures', subjectId, doneBy, at } as const
    await context.db.transaction().execute((tx) => recordOperatorAction(tx, done, { note }))
    printLine(output, 'The stored pictures belong to this database now.')
  },
  async vault({ context, output, reason }, [action]) {
    if (action !== 'rotate-keys') throw new StartupProblem(USAGE)
    const why = operatorReason(reason)
    await requireServersKeys(context)
    const count = await rotateVaultKeys(context, why)
    printLine(output, `Encrypted again: ${count}.`)
  },
}

/** Encrypts what VERIFICATION_KEYS protect: numbers, addresses of calendar feeds, and secrets of second factors. */
export async function rotateNumberKeys({ context, output, reason }: Call): Promise<void> {
  const why = operatorReason(reason)
  await requireServersKeys(context)
  const numbers = await rotateKeys(context, why)
  const addresses = await rotateFeedKeys(context, why)
  const secrets = await rotateTotpKeys(context, why)
  const operators = await rotateOperatorKeys(context, why)
  printLine(output, `Encrypted again: ${numbers + addresses + secrets + operators}.`)
}
