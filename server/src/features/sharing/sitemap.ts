import { Readable } from 'node:stream'
import type { Context } from '#server/context.ts'
import { citySlug } from '../cities/city-slug.ts'
import { countListed, everyNthSlug, nextProfiles, servedCityIds } from './sitemap.queries.ts'

/** What a sitemap may hold, by its protocol. */
const ADDRESSES_MAX = 50_000
/** Parts begin a little closer, so that who joins after the index was read still has room. */
const FILLED_TO = 0.9
const READ_AT_ONCE = 2_000
const PROFILE = '/professional/'
const CITIES = '/house-cleaning'

type Entry = { path: string; changed?: string }
type Asked = Pick<Context, 'db' | 'places' | 'config'>

/**
 * The sitemap: home, the cities that have professionals, and the profiles of listed ones (decision 19), or the index of its parts where
 * these are more than `most`; a part begins at the path `from`. It comes as it is read, so that it needs little memory however long it is.
 */
export async function sitemapOf(
  context: Asked,
  from: string | undefined,
  most = ADDRESSES_MAX,
): Promise<Readable> {
  const { db, config } = context
  const places = from?.startsWith(PROFILE) ? [] : await placePaths(context)
  if (from === undefined && places.length + (await countListed(db, most)) > most)
    return Readable.from(index(context, places, Math.ceil(most * FILLED_TO)))
  return Readable.from(urlset(config.publicOrigin, entries(context, places, from ?? '', most)))
}

/** Home, states and cities: at most as many as there are cities. */
async function placePaths({ db, places }: Asked): Promise<string[]> {
  const cities = (await servedCityIds(db)).flatMap((id) => places.city(id) ?? [])
  const states = new Set(cities.map(({ state }) => state))
  return [
    '/',
    CITIES,
    ...[...states].map((state) => `${CITIES}/${state.toLowerCase()}`),
    ...cities.map(({ state, name }) => `${CITIES}/${state.toLowerCase()}/${citySlug(name)}`),
  ].toSorted()
}

/** At most `most` addresses in their order: places first, then profiles. Profiles say when they changed, a city's counts change all the time. */
async function* entries(
  { db }: Asked,
  places: string[],
  from: string,
  most: number,
): AsyncGenerator<Entry[]> {
  const first = places.filter((path) => path >= from).slice(0, most)
  yield first.map((path) => ({ path }))
  let left = most - first.length
  let after: string | undefined
  while (left > 0) {
    const limit = Math.min(left, READ_AT_ONCE)
    const begin = from.startsWith(PROFILE) ? from.slice(PROFILE.length) : ''
    const found = await nextProfiles(db, { from: begin, after, limit })
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

async function* index({ db, config }: Asked, places: string[], step: number) {
  const ofPlaces = places.filter((_, position) => position % step === 0)
  const skipped = ofPlaces.length * step - places.length
  const ofProfiles = await everyNthSlug(db, skipped, step)
  const parts = [...ofPlaces, ...ofProfiles.map((slug) => PROFILE + slug)]
  yield `${HEAD}<sitemapindex ${SCHEMA}>\n`
  for (const path of parts)
    yield `<sitemap><loc>${config.publicOrigin}/sitemap.xml?from=${encodeURIComponent(path)}</loc></sitemap>\n`
  yield '</sitemapindex>\n'
}

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
const SCHEMA = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
