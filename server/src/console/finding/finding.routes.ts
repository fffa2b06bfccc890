import * as calls from '#contract/console/finding.ts'
import type { Context } from '#server/context.ts'
import type { App } from '#server/http/app.ts'
import { implement } from '#server/http/calls/implement.ts'
import { findAnything } from './find-anything.ts'
import { readBooking, readPayment } from './one-thing.ts'
import { openPersonPage } from './person-page.ts'
import { readTimeline } from './timeline.ts'

/** Adds the calls by which operators find people, bookings and payments. Rules: docs/rules/console.md */
export function findingRoutes(app: App, context: Context): void {
  const { db, clock } = context
  implement(app, context, calls.findAnything, ({ query }) => findAnything(db, query.q, clock.now()))
  implement(app, context, calls.personPage, ({ params, operator, request }) =>
    openPersonPage(context, { operatorId: operator.id, requestId: request.id }, params.id),
  )
  implement(app, context, calls.personTimeline, ({ params, query }) =>
    readTimeline(db, params.id, query.before),
  )
  implement(app, context, calls.operatorBooking, ({ params }) => readBooking(db, params.id))
  implement(app, context, calls.operatorPayment, ({ params }) => readPayment(db, params.number))
}
