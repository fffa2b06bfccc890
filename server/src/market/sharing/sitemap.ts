import { Readable } from 'node:stream'
import { HELP_TOPICS } from '#contract/market/help-topics.ts'
import type { Context } from '#server/context.ts'
import { citySlug } from '../cities/city-slug.ts'
import {
  divideProfiles,
  hasMoreListed,
  nextProfiles,
  partBeginnings,
  servedCityIds,
} from './sitemap.queries.ts'

/** How many URLs the sitemap protocol allows in one file. */
const ADDRESSES_MAX = 50_000
/** The most URLs of one part. So few are read in some milliseconds, however many there are. */
const PART_ADDRESSES_MAX = 2_500
/** How many URLs a part has at first. The rest is room for profiles that are added after the index was read. */
const PART_FILL = 0.9
const BATCH_SIZE = 2_500
const PROFILE = '/professional/'
const CITIES = '/house-cleaning'

type Entry = { path: string; changed?: string }
type SitemapContext = Pick<Context, 'replicas' | 'places' | 'config'>

/**
 * The sitemap: home, help, terms, privacy, the cities with listed professionals, and their profiles. More than
 * `most` addresses make it an index of parts, each of at most `partMost`; a part begins at the path `from` and has
 * either places or profiles. It is streamed, so that its length does not need memory. rule: indexable-pages,
 * read-replicas
 */
export async function sitemapOf(
  context: SitemapContext,
  from: string | undefined,
  { most = ADDRESSES_MAX, partMost = PART_ADDRESSES_MAX } = {},
): Promise<Readable> {
  const { replicas, config } = context
  if (from?.startsWith(PROFILE))
    return Readable.from(
      urlset(config.publicOrigin, profileEntries(replicas, from.slice(PROFILE.length), partMost)),
    )
  const places = await placeBlocks(context)
  if (from !== undefined)
    return Readable.from(urlset(config.publicOrigin, [placeEntries(places, from, partMost)]))
  const room = most - countOf(places)
  if (room < 0 || (await replicas.read(false, ({ db }) => hasMoreListed(db, room))))
    return Readable.from(index(context, places, partSize(partMost)))
  return Readable.from(urlset(config.publicOrigin, allEntries(replicas, places, most)))
}

/** The job 'divide-sitemap': finds where the parts of profiles begin. */
export async function divideSitemap(
  { db }: Pick<Context, 'db'>,
  partMost = PART_ADDRESSES_MAX,
): Promise<void> {
  await divideProfiles(db, partSize(partMost))
}

const partSize = (partMost: number) => Math.ceil(partMost * PART_FILL)

/** Addresses that follow each other in the order of all: one page, or those of a state. */
type Block = { first: string; count: number; paths(): string[] }

/** The addresses of home, states and cities, in order. Those of a state are made only if they are needed. */
async function placeBlocks({ replicas, places }: SitemapContext): Promise<Block[]> {
  const served = await replicas.read(false, ({ db }) => servedCityIds(db))
  const states = Map.groupBy(
    served.flatMap((id) => places.cityName(id) ?? []),
    ({ state }) => `${CITIES}/${state.toLowerCase()}`,
  )
  const pages = [
    '/',
    '/help',
    ...HELP_TOPICS.map((topic) => `/help/${topic}`),
    '/terms',
    '/privacy',
    CITIES,
  ]
  const blocks: Block[] = [
    ...pages.map((page) => ({ first: page, count: 1, paths: () => [page] })),
    ...Array.from(states, ([state, cities]) => ({
      first: state,
      count: cities.length + 1,
      paths: () => [state, ...cities.map(({ name }) => `${state}/${citySlug(name)}`).toSorted()],
    })),
  ]
  return blocks.toSorted((one, other) => (one.first < other.first ? -1 : 1))
}

const countOf = (blocks: Block[]) => blocks.reduce((sum, { count }) => sum + count, 0)

/** At most `most` entries from this address on. */
function placeEntries(blocks: Block[], from: string, most: number): Entry[] {
  const next = blocks.findIndex(({ first }) => first > from)
  const paths: string[] = []
  for (const block of blocks.slice(next === -1 ? -1 : Math.max(0, next - 1))) {
    paths.push(...block.paths().filter((path) => path >= from))
    if (paths.length >= most) break
  }
  return paths.slice(0, most).map((path) => ({ path }))
}

/** Each `step`-th address, beginning with the first. */
function placeBeginnings(blocks: Block[], step: number): string[] {
  const found: string[] = []
  let before = 0
  for (const block of blocks) {
    const skipped = (step - (before % step)) % step
    if (skipped < block.count)
      found.push(...block.paths().filter((_, position) => (before + position) % step === 0))
    before += block.count
  }
  return found
}

type Replicas = Context['replicas']

async function* allEntries(
  replicas: Replicas,
  places: Block[],
  most: number,
): AsyncGenerator<Entry[]> {
  yield placeEntries(places, '', most)
  yield* profileEntries(replicas, '', most - countOf(places))
}

/** Yields at most `most` profiles. Only they have a date, because a city's counts change all the time. */
async function* profileEntries(
  replicas: Replicas,
  from: string,
  most: number,
): AsyncGenerator<Entry[]> {
  let left = most
  let after: string | undefined
  while (left > 0) {
    const limit = Math.min(left, BATCH_SIZE)
    const next = { from, after, limit }
    const found = await replicas.read(false, ({ db }) => nextProfiles(db, next))
    yield found.map(({ slug, changed }) => ({ path: PROFILE + slug, changed }))
    if (found.length < limit) return
    left -= limit
    after = found.at(-1)!.slug
  }
}

async function* urlset(
  origin: string,
  batches: AsyncIterable<Entry[]> | Entry[][],
): AsyncGenerator<string> {
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

async function* index({ replicas, config }: SitemapContext, places: Block[], step: number) {
  const ofProfiles = await replicas.read(false, ({ db }) => partBeginnings(db))
  const parts = [...placeBeginnings(places, step), ...ofProfiles.map((slug) => PROFILE + slug)]
  yield `${HEAD}<sitemapindex ${SCHEMA}>\n`
  for (const path of parts)
    yield `<sitemap><loc>${config.publicOrigin}/sitemap.xml?from=${encodeURIComponent(path)}</loc></sitemap>\n`
  yield '</sitemapindex>\n'
}

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
const SCHEMA = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
