import { StartupProblem } from '#server/settings/startup-problem.ts'
import { rotateVaultKeys } from '#server/visits/access/rotate-vault-keys.ts'
import { rotateTotpKeys } from '#server/account/own/rotate-totp-keys.ts'
import { recordOperatorAction } from '#server/trust/audit/operator-actions.ts'
import { failedProviderTasks } from '#server/money/payments/provider-tasks.ts'
import { rotateOperatorKeys } from '#server/console/operators/rotate-operator-keys.ts'
import { rotateFeedKeys } from '#server/calendar/busy/feed-secret.ts'
import { rotateKeys } from '#server/trust/documents/rotate-keys.ts'
import { adoptPictures, requireServersKeys } from '#server/start/hand-over.ts'
import { operatorReason, printLine, printTable, USAGE } from './command.ts'
import type { Call, Commands } from './command.ts'

export const SYSTEM_COMMANDS: Commands = {
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
