import type { onResponseHookHandler } from 'fastify'
import { searchProfessionals } from '#contract/search.ts'
import type { App } from '#server/http/app.ts'
import { implement } from '#server/http/implement.ts'
import { answerWithEtag } from '#server/http/etag.ts'
import { viewerOf } from '#server/http/page-viewer.ts'
import { publicReads } from '#server/http/public-reads.ts'
import type { Context } from '#server/context.ts'
import { cachedSearch } from './search.ts'

export function searchRoutes(app: App, context: Context): void {
  const search = cachedSearch(context)
  const countRefused: onResponseHookHandler = (_request, { statusCode }, done) => {
    if (statusCode === 429) context.meters.searches.count('limited')
    if (statusCode >= 500) context.meters.searches.count('failed')
    done()
  }
  implement(
    app,
    context,
    searchProfessionals,
    async ({ query, actor, request, reply }) => {
      reply.header('cache-control', 'private, no-cache')
      const read = publicReads(context, request)
      return answerWithEtag(request, reply, await search(query, viewerOf(request, actor), read))
    },
    { onResponse: countRefused },
  )
}
