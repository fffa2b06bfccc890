import type { onResponseHookHandler } from 'fastify'
import { withoutFreeTime } from '#contract/market/no-free-time.ts'
import { searchProfessionals } from '#contract/market/search.ts'
import { Id } from '#contract/values.ts'
import type { App } from '#server/http/app.ts'
import { implement } from '#server/http/calls/implement.ts'
import type { KeptAnswers } from '#server/http/headers/kept-answers.ts'
import { publicReads } from '#server/http/headers/public-reads.ts'
import type { Context } from '#server/context.ts'
import { offersInstead } from './no-free-time.ts'
import { searchOf } from './search.ts'

export function searchRoutes(app: App, context: Context, kept: KeptAnswers | undefined): void {
  const search = searchOf(context)
  const countRefused: onResponseHookHandler = (_request, { statusCode }, done) => {
    if (statusCode === 429) context.meters.searches.count('limited')
    if (statusCode >= 500) context.meters.searches.count('failed')
    done()
  }
  implement(
    app,
    context,
    searchProfessionals,
    ({ query, request }) => search(query, publicReads(context, request)),
    { isShared: true, kept, onResponse: countRefused },
  )
  implement(
    app,
    context,
    withoutFreeTime,
    ({ actor, params, query }) => {
      const professionalId = Id.safeParse(params.professionalUserId).data?.toLowerCase()
      return offersInstead(context, actor, professionalId, query)
    },
    { isShared: true },
  )
}
