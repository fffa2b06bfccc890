import type { onResponseHookHandler } from 'fastify'
import { searchProfessionals } from '#contract/search.ts'
import type { App } from '#server/http/app.ts'
import { implement } from '#server/http/implement.ts'
import { viewerOf } from '#server/http/page-viewer.ts'
import { hasWritten, publicReads } from '#server/http/public-reads.ts'
import type { Context } from '#server/context.ts'
import { searchOf } from './search.ts'

/** `keptMs`: how long answers to visitors are kept, instead of the usual time. */
export function searchRoutes(app: App, context: Context, keptMs?: number): void {
  const search = searchOf(context, keptMs)
  const countRefused: onResponseHookHandler = (_request, { statusCode }, done) => {
    if (statusCode === 429) context.meters.searches.count('limited')
    if (statusCode >= 500) context.meters.searches.count('failed')
    done()
  }
  implement(
    app,
    context,
    searchProfessionals,
    ({ query, actor, request }) =>
      search.answer(query, publicReads(context, request), {
        address: request.url,
        viewer: viewerOf(request, actor),
        hasWritten: hasWritten(request, context.config),
      }),
    {
      isShared: true,
      onResponse: countRefused,
      config: { isKept: ({ url }) => search.isKept(url) },
    },
  )
}
