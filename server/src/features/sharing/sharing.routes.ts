import { requestLanguage } from '#contract/preferred-language.ts'
import { robots, shareLink, sitemap } from '#contract/sharing.ts'
import type { App } from '#server/http/app.ts'
import { implement } from '#server/http/implement.ts'
import { ready } from '#server/http/ready.ts'
import type { World } from '#server/world.ts'
import { shareData } from './share-data.ts'
import { robotsText } from './robots.ts'
import { sitemapOf } from './sitemap.ts'

/** A professional's own link, and for crawlers each text under its call's path and where crawlers look for it (decision 2). */
export function sharingRoutes(app: App, world: World): void {
  const { publicOrigin } = world.config

  implement(app, world, shareLink, ({ actor, request }) =>
    shareData(world, actor.id, requestLanguage(undefined, request.headers['accept-language'])),
  )

  for (const path of [robots.path, '/robots.txt'] as const) {
    implement(app, world, { ...robots, path }, ({ reply }) => {
      reply.header('cache-control', 'public, max-age=3600')
      return robotsText(publicOrigin)
    })
  }
  for (const path of [sitemap.path, '/sitemap.xml'] as const) {
    implement(app, world, { ...sitemap, path }, async ({ query, reply }) => {
      reply.header('cache-control', 'public, max-age=300')
      return ready(await sitemapOf(world, query.from))
    })
  }
}
