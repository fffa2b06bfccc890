import { Readable } from 'node:stream'
import { HELP_TOPICS } from '#contract/help-topics.ts'
import type { Context } from '#server/context.ts'
import { citySlug } from '../cities/city-slug.ts'
import { countListed, everyNthSlug, nextProfiles, servedCityIds } from './sitemap.queries.ts'

/** How many URLs the sitemap protocol allows in one file. */
const ADDRESSES_MAX = 50_000
/** How many URLs a part has at first. The rest is room for profiles that are added after the index was read. */
const PART_FILL = 0.9
const BATCH_SIZE = 2_000
const PROFILE = '/professional/'
const CITIES = '/house-cleaning'

type Entry = { path: string; changed?: string }
type SitemapContext = Pick<Context, 'replicas' | 'places' | 'config'>

/**
 * The sitemap: home, help, terms, privacy, claims, the cities with listed professionals, and their profiles. More than
 * `most` addresses make it an index of parts; a part begins at the path `from`. It is streamed, so that its length
 * does not need memory. rule: sitemap, read-replicas
 */
export async function sitemapOf(
  context: SitemapContext,
  from: string | undefined,
  most = ADDRESSES_MAX,
): Promise<Readable> {
  const { replicas, config } = context
  const places = from?.startsWith(PROFILE) ? [] : await placePaths(context)
  const isIndex =
    from === undefined &&
    places.length + (await replicas.read(undefined, ({ db }) => countListed(db, most))) > most
  if (isIndex) return Readable.from(index(context, places, Math.ceil(most * PART_FILL)))
  return Readable.from(urlset(config.publicOrigin, entries(context, places, from ?? '', most)))
}

/** The addresses of home, states and cities. */
async function placePaths({ replicas, places }: SitemapContext): Promise<string[]> {
  const served = await replicas.read(undefined, ({ db }) => servedCityIds(db))
  const cities = served.flatMap((id) => places.city(id) ?? [])
  const states = new Set(cities.map(({ state }) => state))
  return [
    '/',
    '/help',
    ...HELP_TOPICS.map((topic) => `/help/${topic}`),
    '/terms',
    '/privacy',
    '/claims',
    CITIES,
    ...[...states].map((state) => `${CITIES}/${state.toLowerCase()}`),
    ...cities.map(({ state, name }) => `${CITIES}/${state.toLowerCase()}/${citySlug(name)}`),
  ].toSorted()
}

/**
 * At most `most` addresses: places first, then profiles. Only profiles have a date, because a city's counts change all
 * the time.
 */
async function* entries(
  { replicas }: SitemapContext,
  places: string[],
  from: string,
  most: number,
): AsyncGenerator<Entry[]> {
  const first = places.filter((path) => path >= from).slice(0, most)
  yield first.map((path) => ({ path }))
  let left = most - first.length
  let after: string | undefined
  while (left > 0) {
    const limit = Math.min(left, BATCH_SIZE)
    const begin = from.startsWith(PROFILE) ? from.slice(PROFILE.length) : ''
    const next = { from: begin, after, limit }
    const found = await replicas.read(undefined, ({ db }) => nextProfiles(db, next))
    yield found.map(({ slug, changed }) => ({ path: PROFILE + slug, changed }))
    if (found.length < limit) return
    left -= limit
    after = found.at(-1)!.slug
  }
}

async function* urlset(origin: string, batches: AsyncIterable<Entry[]>): AsyncGenerator<string> {
  yield `${HEAD}<urlset ${SCHEMA}>\n`
  for await (const batch of batches) {
    yield batch
      .map(({ path, changed }) => {
        const day = changed ? `<lastmod>${changed}</lastmod>` : ''
        return `<url><loc>${origin}${path}</loc>${day}</url>\n`
      })
      .join('')
  }
  yield '</urlset>\n'
}

async function* index({ replicas, config }: SitemapContext, places: string[], step: number) {
  const ofPlaces = places.filter((_, position) => position % step === 0)
  const skipped = ofPlaces.length * step - places.length
  const ofProfiles = await replicas.read(undefined, ({ db }) => everyNthSlug(db, skipped, step))
  const parts = [...ofPlaces, ...ofProfiles.map((slug) => PROFILE + slug)]
  yield `${HEAD}<sitemapindex ${SCHEMA}>\n`
  for (const path of parts)
    yield `<sitemap><loc>${config.publicOrigin}/sitemap.xml?from=${encodeURIComponent(path)}</loc></sitemap>\n`
  yield '</sitemapindex>\n'
}

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
const SCHEMA = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
