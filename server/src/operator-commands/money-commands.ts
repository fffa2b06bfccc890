import type { Writable } from 'node:stream'
import { StartupProblem } from '../startup-problem.ts'
import { grantByOperator } from '../features/billing/operator-credits.ts'
import { ledgerOf } from '../features/billing/ledger-view.ts'
import type { Approval } from '../features/billing/approvals.ts'
import {
  ApprovalRefusal,
  decideApprovalByOperator,
  waitingApprovals,
} from '../features/billing/decide-approval.ts'
import { failedProviderTasks, keyOfTask } from '../features/billing/provider-tasks.ts'
import { refundByOperator } from '../features/billing/refunds.ts'
import { finishJob, queuedJob } from '../hand-over.ts'
import type { Context } from '../context.ts'
import { operatorReason, printLine, printTable, professionalIdOf, USAGE } from './command.ts'
import type { Commands } from './command.ts'

export const MONEY_COMMANDS: Commands = {
  async ledger({ context, output }, [user]) {
    const { balance, entries, has_older, waiting_total } = await ledgerOf(
      context.db,
      await professionalIdOf(context, user),
    )
    printTable(output, entries)
    if (has_older) printLine(output, `Only the newest ${entries.length} entries.`)
    printLine(output, `${balance} credits left, ${waiting_total} leads waiting.`)
  },
  async grant({ context, output, reason, key }, [user, number]) {
    const amount = /^\d{1,4}$/.test(number ?? '') ? Number(number) : 0
    if (amount < 1 || amount > 1000) {
      throw new StartupProblem('Give the number of credits, from 1 to 1000.')
    }
    if (key !== undefined && !/^[\x21-\x7e]{1,200}$/.test(key)) {
      throw new StartupProblem('A key has 1 to 200 characters and no space.')
    }
    const id = await professionalIdOf(context, user)
    const outcome = await grantByOperator(context, id, amount, operatorReason(reason), key)
    if (outcome === 'key_reused') {
      throw new StartupProblem('This key was used for another grant. Nothing was granted.')
    }
    if (typeof outcome !== 'string') return printWaiting(output, outcome)
    printLine(output, outcome === 'already' ? `Granted ${amount} already.` : `Granted ${amount}.`)
  },
  async refund({ context, output, reason }, [invoice]) {
    const number = /^(?:L-)?(\d{1,15})$/.exec(invoice ?? '')?.[1]
    const why = operatorReason(reason)
    const outcome = number && (await refundByOperator(context, number, why))
    if (!outcome) throw new StartupProblem('There is no paid invoice with this number.')
    if (typeof outcome !== 'string') return printWaiting(output, outcome)
    await finishRefund(context, outcome)
    printLine(output, 'Refunded.')
  },
  async approvals({ context, output, reason }, [action, id = '']) {
    if (action === undefined) {
      const approvals = await waitingApprovals(context.db)
      printTable(output, approvals)
      return printLine(output, `${approvals.length} waiting.`)
    }
    if (action !== 'approve' && action !== 'refuse') throw new StartupProblem(USAGE)
    const why = operatorReason(reason)
    const verdict = action === 'approve' ? 'approved' : 'refused'
    const outcome = await decideApprovalByOperator(context, id, verdict, why).catch(codeOfRefusal)
    if (typeof outcome === 'string') throw new StartupProblem(APPROVAL_REFUSALS[outcome])
    const { approval } = outcome
    if (verdict === 'approved' && approval.action === 'refund')
      await finishRefund(context, approval.subject_id)
    printLine(output, verdict === 'approved' ? 'Approved.' : 'Refused.')
  },
  async failures({ context, output }) {
    const tasks = await failedProviderTasks(context.db)
    printTable(output, tasks)
    printLine(output, `${tasks.length} failed and tried again.`)
  },
}

const APPROVAL_REFUSALS = {
  not_found: 'Nothing waits under this id.',
  other_operator_needed: 'Another operator has to decide this.',
  already_so: 'This was decided already, or its time is over.',
  not_refundable: 'This payment cannot be refunded any more.',
  refund_under_way: 'This payment is being refunded already.',
} as const

function codeOfRefusal(error: unknown): keyof typeof APPROVAL_REFUSALS {
  if (error instanceof ApprovalRefusal) return error.code
  throw error
}

function printWaiting(output: Writable, { id }: Approval): void {
  printLine(output, `Waits for a second operator: ${id}. Nothing has happened yet.`)
}

async function finishRefund(context: Context, paymentId: string): Promise<void> {
  const key = keyOfTask({ kind: 'refund-payment', subject: paymentId })
  const job = await queuedJob(context, key)
  if (job !== undefined) await finishJob(context, job)
}
