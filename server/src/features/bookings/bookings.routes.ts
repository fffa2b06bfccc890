import * as calls from '#contract/bookings.ts'
import * as feedCalls from '#contract/calendar-feed.ts'
import type { App } from '#server/http/app.ts'
import { implement } from '#server/http/implement.ts'
import type { Context } from '#server/context.ts'
import { bookingOfClient, pageOfClient, pageOfProfessional } from './booking-lists.ts'
import { requestBooking } from './booking.ts'
import {
  calendarByToken,
  calendarFeedOf,
  renewCalendarFeed,
  revokeCalendarFeed,
} from './calendar-feed.ts'
import { calendarOfBooking } from './calendar.ts'
import { moveBooking } from './moves.ts'

/** Asking for a visit, answering it, and both sides' lists, one booking, and its calendar file. */
export function bookingsRoutes(app: App, context: Context): void {
  implement(
    app,
    context,
    calls.requestBooking,
    ({ actor, body, intent }) => requestBooking(context, actor.id, body, intent),
    { keepsOutcome: true },
  )
  implement(app, context, calls.moveBooking, ({ actor, params, body }) =>
    moveBooking(context, actor, params.id, body),
  )
  implement(app, context, calls.bookingsOfProfessional, ({ actor, query }) =>
    pageOfProfessional(context.db, actor.id, context.clock.now(), query),
  )
  implement(app, context, calls.bookingsOfClient, ({ actor, query: { when, ...page } }) =>
    pageOfClient(context.db, { clientId: actor.id, when, now: context.clock.now() }, page),
  )
  implement(app, context, calls.bookingOfClient, async ({ actor, params }) => ({
    booking: await bookingOfClient(context.db, actor.id, params.id, context.clock.now()),
  }))
  implement(app, context, calls.calendarOfBooking, ({ actor, params, reply }) => {
    reply.header('content-disposition', 'attachment; filename="lustra.ics"')
    return calendarOfBooking(context, actor, params.id)
  })
  implement(app, context, feedCalls.calendarFeed, ({ actor }) => calendarFeedOf(context, actor.id))
  implement(app, context, feedCalls.renewCalendarFeed, ({ actor }) =>
    renewCalendarFeed(context, actor.id),
  )
  implement(app, context, feedCalls.revokeCalendarFeed, ({ actor }) =>
    revokeCalendarFeed(context, actor.id),
  )
  implement(app, context, feedCalls.readCalendarFeed, ({ params }) =>
    calendarByToken(context, params.token),
  )
}
