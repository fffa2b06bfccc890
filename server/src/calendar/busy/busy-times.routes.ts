import {
  CalendarFields,
  addCalendarFeed,
  addCalendarFile,
  chooseCalendarZone,
  ownCalendars,
  readCalendar,
  removeCalendar,
} from '#contract/calendar/busy-times.ts'
import type { Context } from '#server/context.ts'
import { withoutPlace } from '#server/http/limits/place.ts'
import type { App } from '#server/http/app.ts'
import { unlessRepeated } from '#server/http/calls/idempotency.ts'
import { implement } from '#server/http/calls/implement.ts'
import { consumeRateLimit } from '#server/http/limits/rate-limits.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import { validate } from '#server/http/calls/validate.ts'
import { addFeed, addFile, chooseZone, ownCalendarsOf, readNow, remove } from './busy-calendars.ts'
import { acceptCalendarForms, readCalendarForm } from './calendar-form.ts'

/** A professional's other calendars. rule: busy-times */
export async function busyTimesRoutes(app: App, context: Context): Promise<void> {
  implement(app, context, ownCalendars, ({ actor }) => ownCalendarsOf(context, actor.id))
  implement(app, context, addCalendarFeed, ({ actor, body, idempotency }) =>
    addFeed(context, actor.id, body, idempotency),
  )
  implement(app, context, readCalendar, ({ actor, params, idempotency }) =>
    readNow(context, actor.id, params.calendarId, idempotency),
  )
  implement(app, context, chooseCalendarZone, ({ actor, params, body }) =>
    chooseZone(context, actor.id, params.calendarId, body.time_zone),
  )
  implement(app, context, removeCalendar, ({ actor, params }) =>
    remove(context, actor.id, params.calendarId),
  )
  await app.register(async (forms) => {
    await acceptCalendarForms(forms)
    implement(forms, context, addCalendarFile, async ({ actor, request, idempotency }) => {
      const form = await withoutPlace(() => readCalendarForm(request))
      const formKey = idempotency && { ...idempotency, bodyHash: form.hash }
      const repeated = await unlessRepeated(context.db, formKey, () =>
        consumeRateLimit(context, 'calendar_by_user', actor.id),
      )
      if (repeated) return repeated.answer as Awaited<ReturnType<typeof addFile>>
      const fields = validate(CalendarFields, form.fields, 'body', false)
      if (!form.file) refuse('calendar_unreadable')
      return addFile(context, actor.id, fields, form.file, formKey)
    })
  })
}
