import { buffer } from 'node:stream/consumers'
import { LRUCache } from 'lru-cache'
import { requestLanguage } from '#contract/people/preferred-language.ts'
import { robots, shareLink, sharePictureOfProfessional, sitemap } from '#contract/market/sharing.ts'
import type { App } from '#server/http/app.ts'
import { FixedDocument } from '#server/http/calls/fixed-document.ts'
import { implement, urlOf } from '#server/http/calls/implement.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import { rawAnswer } from '#server/http/calls/raw-answer.ts'
import { publicReads } from '#server/http/headers/public-reads.ts'
import type { Context } from '#server/context.ts'
import { professionalCard } from '#server/pictures/share/cards.ts'
import { sendSharePicture } from '#server/pictures/share/send-share-picture.ts'
import { shareData } from './share-data.ts'
import { robotsText } from './robots.ts'
import { loadSharedProfessional } from './sharing.queries.ts'
import { sitemapOf } from './sitemap.ts'

const XML = 'application/xml; charset=utf-8'
/** Each has 300 kB at most, with its compressed forms. */
const PARTS_MAX = 60
/** Browsers and crawlers keep a part as long. */
const PART_MS = 300_000

/**
 * The share link, the share picture of a profile, and for crawlers robots.txt and the sitemap, each under two paths.
 * rule: indexable-pages
 */
export function sharingRoutes(app: App, context: Context): void {
  const { publicOrigin } = context.config

  implement(app, context, shareLink, ({ actor, request }) =>
    shareData(context, actor.id, requestLanguage(undefined, request.headers['accept-language'])),
  )

  app.get<{ Params: { slug: string } }>(
    urlOf(sharePictureOfProfessional),
    async (request, reply) => {
      const { area, photo, ...professional } =
        (await publicReads(
          context,
          request,
        )(({ db }) => loadSharedProfessional(db, request.params.slug))) ??
        refuse('professional_not_found')
      const place = area === null ? undefined : context.places.find(area)
      const city = place && context.places.city(place.cityId)
      const facts = { ...professional, city: city && `${city.name}, ${city.state}` }
      return sendSharePicture(
        context,
        request,
        reply,
        (language) => professionalCard(language, facts),
        photo,
      )
    },
  )

  for (const path of [robots.path, '/robots.txt'] as const) {
    implement(app, context, { ...robots, path }, ({ reply }) => {
      reply.header('cache-control', 'public, max-age=3600')
      return robotsText(publicOrigin)
    })
  }
  const parts = new LRUCache<string, FixedDocument>({ max: PARTS_MAX, ttl: PART_MS })
  const partOf = (from: string | undefined) => {
    const known = parts.get(from ?? '')
    if (known) return known
    const part = new FixedDocument(XML, async () => buffer(await sitemapOf(context, from)))
    parts.set(from ?? '', part)
    return part
  }
  for (const path of [sitemap.path, '/sitemap.xml'] as const) {
    implement(app, context, { ...sitemap, path }, async ({ query, request, reply }) => {
      const bytes = await partOf(query.from).body(request, reply)
      reply.header('cache-control', 'public, max-age=300')
      return rawAnswer(bytes)
    })
  }
}
