import * as calls from '#contract/bookings/series.ts'
import { Id } from '#contract/values.ts'
import type { Context } from '#server/context.ts'
import type { App } from '#server/http/app.ts'
import { implement } from '#server/http/calls/implement.ts'
import { answerChange, proposeChange } from '../change-series/series-changes.ts'
import { endSeries, skipVisit, unskipVisit } from '../change-series/series-commands.ts'
import { pauseAllSeries, pauseSeries, resumeSeries } from '../change-series/series-pauses.ts'
import { previewSeries } from './series-preview.ts'
import { listSeries, readSeries } from './series-view.ts'

/** Regular visits. rule: series */
export function seriesRoutes(app: App, context: Context): void {
  implement(app, context, calls.seriesPreview, ({ actor, params, query }) => {
    const professionalId = Id.safeParse(params.professionalUserId).data?.toLowerCase()
    return previewSeries(context, actor, professionalId, query)
  })
  implement(app, context, calls.ownSeries, ({ actor, query }) =>
    listSeries(context, actor, query.page),
  )
  implement(app, context, calls.oneSeries, async ({ actor, params }) => ({
    series: await readSeries(context, actor, params.id),
  }))
  implement(app, context, calls.skipVisit, ({ actor, params, body, idempotency }) =>
    skipVisit(context, actor, params.id, body.date, idempotency),
  )
  implement(app, context, calls.unskipVisit, ({ actor, params, body, idempotency }) =>
    unskipVisit(context, actor, params.id, body.date, idempotency),
  )
  implement(app, context, calls.proposeChange, ({ actor, params, body, idempotency }) =>
    proposeChange(context, actor, params.id, body, idempotency),
  )
  implement(app, context, calls.answerChange, ({ actor, params, body }) =>
    answerChange(context, actor, params, body.answer),
  )
  implement(app, context, calls.pauseAllSeries, ({ actor, body, idempotency }) =>
    pauseAllSeries(context, actor, body, idempotency),
  )
  implement(app, context, calls.pauseSeries, ({ actor, params, body, idempotency }) =>
    pauseSeries(context, actor, params.id, body, idempotency),
  )
  implement(app, context, calls.resumeSeries, ({ actor, params, idempotency }) =>
    resumeSeries(context, actor, params.id, idempotency),
  )
  implement(app, context, calls.endSeries, ({ actor, params, body, idempotency }) =>
    endSeries(context, actor, params.id, body, idempotency),
  )
}
