import * as calls from '#contract/bookings/bookings.ts'
import { reportAbsence as reportAbsenceCall } from '#contract/bookings/absences.ts'
import { agenda } from '#contract/bookings/agenda.ts'
import * as proposalCalls from '#contract/bookings/proposals.ts'
import { ownReliability as ownReliabilityCall } from '#contract/market/reliability.ts'
import * as feedCalls from '#contract/calendar/calendar-feed.ts'
import type { App } from '#server/http/app.ts'
import { implement } from '#server/http/calls/implement.ts'
import { networkKey } from '#server/http/limits/rate-limits.ts'
import type { Context } from '#server/context.ts'
import { listClientBookings, listProfessionalBookings, readClientBooking } from './booking-lists.ts'
import { moveBooking } from '../moves/booking-moves.ts'
import { readAgenda } from './agenda.ts'
import {
  calendarByToken,
  readCalendarFeed,
  renewCalendarFeed,
  revokeCalendarFeed,
} from './calendar-feed.ts'
import { calendarOfBooking } from './calendar-file.ts'
import { answerProposal } from '../proposals/answer-proposal.ts'
import { proposeTime } from '../proposals/proposals.ts'
import { reportAbsence } from '../moves/report-absence.ts'
import { ownReliability } from '#server/market/professionals/reliability.ts'
import { followScreened } from '../held/screened-contacts.ts'
import { requestBooking } from '../request/request-booking.ts'

export function bookingsRoutes(app: App, context: Context): void {
  const { db, clock } = context
  implement(
    app,
    context,
    calls.requestBooking,
    async ({ actor, body, idempotency, request, reply }) => {
      const network = networkKey(request.ip)
      const booked = await requestBooking(context, actor.id, body, network, idempotency)
      if (booked.isScreened) {
        const pair = { clientId: actor.id, professionalId: body.professional_id }
        await followScreened(context, pair, { call: calls.requestBooking, request, reply })
      }
      return booked
    },
  )
  implement(app, context, calls.moveBooking, ({ actor, params, body }) =>
    moveBooking(context, actor, params.id, body),
  )
  implement(app, context, calls.bookingsOfProfessional, ({ actor, query }) =>
    listProfessionalBookings(db, actor.id, clock.now(), query),
  )
  implement(app, context, calls.bookingsOfClient, ({ actor, query: { when, ...page } }) =>
    listClientBookings(db, { clientId: actor.id, when, now: clock.now() }, page),
  )
  implement(app, context, calls.bookingOfClient, async ({ actor, params }) => ({
    booking: await readClientBooking(context, actor.id, params.id),
  }))
  implement(app, context, calls.calendarOfBooking, ({ actor, params, reply }) => {
    reply.header('content-disposition', 'attachment; filename="lustra.ics"')
    return calendarOfBooking(context, actor, params.id)
  })
  implement(app, context, ownReliabilityCall, ({ actor }) => ownReliability(db, actor, clock.now()))
  implement(app, context, proposalCalls.proposeTime, ({ actor, params, body, idempotency }) =>
    proposeTime(context, actor, params.id, body, idempotency),
  )
  implement(app, context, proposalCalls.answerProposal, ({ actor, params, body }) =>
    answerProposal(
      context,
      actor,
      { bookingId: params.id, proposalId: params.proposalId },
      body.answer,
    ),
  )
  implement(app, context, agenda, ({ actor, query }) => readAgenda(context, actor.id, query))
  implement(app, context, reportAbsenceCall, ({ actor, body, idempotency }) =>
    reportAbsence(context, actor.id, body, idempotency),
  )
  calendarFeedRoutes(app, context)
}

function calendarFeedRoutes(app: App, context: Context): void {
  for (const call of [feedCalls.calendarFeed, feedCalls.clientCalendarFeed]) {
    implement(app, context, call, ({ actor }) => readCalendarFeed(context, actor.id))
  }
  for (const call of [feedCalls.renewCalendarFeed, feedCalls.renewClientCalendarFeed]) {
    implement(app, context, call, ({ actor, idempotency }) =>
      renewCalendarFeed(context, actor, idempotency),
    )
  }
  for (const call of [feedCalls.revokeCalendarFeed, feedCalls.revokeClientCalendarFeed]) {
    implement(app, context, call, ({ actor }) => revokeCalendarFeed(context, actor.id))
  }
  implement(app, context, feedCalls.readCalendarFeed, ({ params }) =>
    calendarByToken(context, params.token),
  )
}
