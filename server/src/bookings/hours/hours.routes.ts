import * as hours from '#contract/bookings/hours.ts'
import * as receipts from '#contract/bookings/receipts.ts'
import type { Context } from '#server/context.ts'
import type { App } from '#server/http/app.ts'
import { implement } from '#server/http/calls/implement.ts'
import { answerHours } from './answer-hours.ts'
import { receiptsTable } from './receipts-csv.ts'
import { readReceipt, receiptsOfYear, recordPayment } from './receipts.ts'

/** The actual hours of visits, and their receipts. Rules: docs/rules/bookings.md */
export function hoursRoutes(app: App, context: Context): void {
  const { db } = context
  implement(app, context, hours.answerHours, async ({ actor, params, body }) => ({
    hours: await answerHours(context, actor, params.id, body),
  }))
  implement(app, context, receipts.receipt, async ({ actor, params }) => ({
    receipt: await readReceipt(db, actor, params.id),
  }))
  implement(app, context, receipts.recordPayment, async ({ actor, params, body }) => ({
    receipt: await recordPayment(context, actor, params.id, body),
  }))
  implement(app, context, receipts.receiptsOfYear, ({ actor, query }) =>
    receiptsOfYear(context, actor.id, query.year),
  )
  implement(app, context, receipts.receiptsCsv, async ({ actor, query, reply }) => {
    const { receipts } = await receiptsOfYear(context, actor.id, query.year)
    reply.header('content-disposition', 'attachment; filename="lustra-receipts.csv"')
    return receiptsTable(receipts)
  })
}
