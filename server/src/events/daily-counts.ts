import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Clock } from '#server/context.ts'
import type { Db } from '#server/db/db.ts'
import type { Viewer } from '#server/http/calls/page-viewer.ts'

/** A count is in the database 10 seconds after it happened at the latest. */
const FLUSH_MS = 5_000
/** The most counters in memory. More are written at once, or left out while the database does not answer. */
const COUNTERS_MAX = 10_000
const DAY_MS = 86_400_000

type Counter = {
  day: string
  zip: string | null
  professional_id: string | null
  searches: number
  searches_without_result: number
  profile_views: number
}

/**
 * Counts searches and views of profiles by UTC day and ZIP. They are added up in memory and written together, so that
 * no search waits for a statement. Nobody is counted: no person, no cookie, no address. rule: marketplace-health
 */
export class DailyCounts {
  readonly #db: Db
  readonly #clock: Clock
  readonly #log: Logger
  #counters = new Map<string, Counter>()
  #day = { number: NaN, text: '' }
  #timer: NodeJS.Timeout | undefined
  #flushed: Promise<void> = Promise.resolve()

  constructor({ db, clock, log }: { db: Db; clock: Clock; log: Logger }) {
    this.#db = db
    this.#clock = clock
    this.#log = log
  }

  /** Counts a search of a ZIP. Later pages of the list, and searches of operators, are no searches. */
  countSearch(
    zip: string,
    { page, found, viewer }: { page: number; found: boolean; viewer: Viewer },
  ) {
    if (page > 1 || viewer.isOperator) return
    const counter = this.#counterOf(zip, null)
    if (!counter) return
    counter.searches += 1
    if (!found) counter.searches_without_result += 1
  }

  /** Counts a view of a profile by somebody else. It counts for the ZIP of the professional. */
  countView(professionalId: string, viewer: Viewer) {
    if (viewer.isOperator || viewer.userId === professionalId) return
    const counter = this.#counterOf(null, professionalId)
    if (counter) counter.profile_views += 1
  }

  /** Writes what was counted. Counts that could not be written stay for the next time. */
  flush(): Promise<void> {
    this.#flushed = this.#flushed.then(() => this.#write())
    return this.#flushed
  }

  async close(): Promise<void> {
    await this.flush()
    clearTimeout(this.#timer)
  }

  #counterOf(zip: string | null, professional_id: string | null): Counter | undefined {
    const day = this.#dayOf(this.#clock.now().getTime())
    const key = `${day} ${zip ?? professional_id}`
    const counter = this.#counters.get(key)
    if (counter) return counter
    if (this.#counters.size >= COUNTERS_MAX) return undefined
    const created = {
      day,
      zip,
      professional_id,
      searches: 0,
      searches_without_result: 0,
      profile_views: 0,
    }
    this.#counters.set(key, created)
    if (this.#counters.size === COUNTERS_MAX) void this.flush()
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref()
    return created
  }

  #dayOf(now: number): string {
    const number = Math.floor(now / DAY_MS)
    if (this.#day.number !== number)
      this.#day = { number, text: new Date(now).toISOString().slice(0, 10) }
    return this.#day.text
  }

  async #write(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const counters = this.#counters
    if (counters.size === 0) return
    this.#counters = new Map()
    try {
      await addCounts(this.#db, [...counters.values()])
    } catch (error) {
      this.#log.warn({ err: error }, 'Counts of searches and views could not be written yet.')
      this.#keep(counters)
    }
  }

  #keep(counters: ReadonlyMap<string, Counter>) {
    for (const { zip, professional_id, day, ...counts } of counters.values()) {
      const key = `${day} ${zip ?? professional_id}`
      const counter = this.#counters.get(key)
      if (counter) {
        counter.searches += counts.searches
        counter.searches_without_result += counts.searches_without_result
        counter.profile_views += counts.profile_views
      } else if (this.#counters.size < COUNTERS_MAX) {
        this.#counters.set(key, { day, zip, professional_id, ...counts })
      }
    }
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref()
  }
}

/**
 * Adds the counts in one order of rows, so that two processes that write at the same time do not wait for each other in
 * a circle.
 */
async function addCounts(db: Db, counters: readonly Counter[]): Promise<void> {
  await sql`
    insert into daily_counts as stored (day, zip, searches, searches_without_result, profile_views)
    select day, own_zip, sum(searches), sum(searches_without_result), sum(profile_views)
    from json_to_recordset(${JSON.stringify(counters)}::json) as counter (
        day date, zip text, professional_id uuid, searches integer, searches_without_result integer, profile_views integer)
      cross join lateral (select coalesce(counter.zip, ${zipOfSql('counter.professional_id')}) as own_zip) as place
    where own_zip is not null
    group by day, own_zip order by day, own_zip
    on conflict (day, zip) do update set
      searches = stored.searches + excluded.searches,
      searches_without_result = stored.searches_without_result + excluded.searches_without_result,
      profile_views = stored.profile_views + excluded.profile_views`.execute(db)
}

/** The ZIP of a professional: where they start from, or else the largest ZIP of their first area. */
function zipOfSql(idColumn: string) {
  const id = sql.ref(idColumn)
  return sql`coalesce(
    (select base_zip from professional_times where professional_id = ${id}),
    (select zips.zip from professional_areas as area join zips on area.place_id in (zips.place_id, zips.city_id)
      where area.professional_id = ${id} order by position, population desc, zips.zip limit 1))`
}
