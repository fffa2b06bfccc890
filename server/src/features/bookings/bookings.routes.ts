import * as calls from '#contract/bookings.ts'
import * as feedCalls from '#contract/calendar-feed.ts'
import type { App } from '#server/http/app.ts'
import { implement } from '#server/http/implement.ts'
import type { World } from '#server/world.ts'
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
export function bookingsRoutes(app: App, world: World): void {
  implement(
    app,
    world,
    calls.requestBooking,
    ({ actor, body, intent }) => requestBooking(world, actor.id, body, intent),
    { keepsOutcome: true },
  )
  implement(app, world, calls.moveBooking, ({ actor, params, body }) =>
    moveBooking(world, actor, params.id, body),
  )
  implement(app, world, calls.bookingsOfProfessional, ({ actor, query }) =>
    pageOfProfessional(world.db, actor.id, world.clock.now(), query),
  )
  implement(app, world, calls.bookingsOfClient, ({ actor, query: { when, ...page } }) =>
    pageOfClient(world.db, { clientId: actor.id, when, now: world.clock.now() }, page),
  )
  implement(app, world, calls.bookingOfClient, async ({ actor, params }) => ({
    booking: await bookingOfClient(world.db, actor.id, params.id, world.clock.now()),
  }))
  implement(app, world, calls.calendarOfBooking, ({ actor, params, reply }) => {
    reply.header('content-disposition', 'attachment; filename="lustra.ics"')
    return calendarOfBooking(world, actor, params.id)
  })
  implement(app, world, feedCalls.calendarFeed, ({ actor }) => calendarFeedOf(world, actor.id))
  implement(app, world, feedCalls.renewCalendarFeed, ({ actor }) =>
    renewCalendarFeed(world, actor.id),
  )
  implement(app, world, feedCalls.revokeCalendarFeed, ({ actor }) =>
    revokeCalendarFeed(world, actor.id),
  )
  implement(app, world, feedCalls.readCalendarFeed, ({ params }) =>
    calendarByToken(world, params.token),
  )
}
