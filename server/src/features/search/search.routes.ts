import type { onResponseHookHandler } from 'fastify'
import { searchProfessionals } from '#contract/search.ts'
import type { App } from '#server/http/app.ts'
import { implementRead } from '#server/http/implement.ts'
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
  implementRead(
    app,
    context,
    searchProfessionals,
    { 'cache-control': 'private, no-cache' },
    ({ query, actor, request }) =>
      search(query, viewerOf(request, actor), publicReads(context, request)),
    { onResponse: countRefused },
  )
}
