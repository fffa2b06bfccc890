import * as calls from '#contract/bookings.ts'
import type { App } from '#server/http/app.ts'
import { implement } from '#server/http/implement.ts'
import type { World } from '#server/world.ts'
import { bookingsOfClient, bookingsOfProfessional } from './booking-lists.ts'
import { requestBooking } from './booking.ts'
import { moveBooking } from './moves.ts'

/** Asking for a visit, answering it, and both sides' lists. */
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
  implement(app, world, calls.bookingsOfProfessional, async ({ actor }) => ({
    bookings: await bookingsOfProfessional(world.db, actor.id, world.clock.now()),
  }))
  implement(app, world, calls.bookingsOfClient, async ({ actor }) => ({
    bookings: await bookingsOfClient(world.db, actor.id, world.clock.now()),
  }))
}
