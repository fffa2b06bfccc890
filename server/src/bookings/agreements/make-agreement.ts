import type { AgreementCause } from '#contract/bookings/agreements.ts'
import { sumCents } from '#contract/bookings/booking-price.ts'
import { tasksOfService } from '#contract/market/home-rules.ts'
import type { Task } from '#contract/market/home-rules.ts'
import type { Db } from '#server/db/db.ts'
import { linesOfVisit } from '../series/series-price.ts'
import { visitOn } from '#server/calendar/free/series-dates.ts'
import { agreementColumns, agreementHash } from './agreement-text.ts'
import type { AgreementFacts } from './agreement-text.ts'
import {
  datesOfTerms,
  factsOfBooking,
  factsOfSeries,
  insertAgreement,
  latestOfSeries,
  nextVisit,
  seriesWithoutAgreement,
  visitsOnTheirOwn,
} from './agreements.queries.ts'

/** A visit, or a series with the booking that its notice is about, and the date from which its terms changed. */
type Subject = { bookingId: string } | { seriesId: string; shownId: string; from?: string }
/** `by`: the person who caused it. What nobody caused is told to nobody. */
type Made = { because: AgreementCause; by: string | null; at: Date }

/**
 * Makes the first version of an agreement, in the transaction of the acceptance, or the next one. The caller has locked
 * the booking or the series and written what the agreement says. The next version is made only where there is one: a
 * visit that was accepted before there were agreements has none. Records the event and enqueues the notice of the other
 * side. rule: work-agreement
 */
export async function makeAgreement(tx: Db, subject: Subject, made: Made): Promise<void> {
  if ('seriesId' in subject) return agreeOnSeries(tx, subject, made)
  const { bookingId } = subject
  const visit = await factsOfBooking(tx, bookingId)
  const { latest } = visit
  const hasOwn = latest !== null && latest.booking_id !== null
  if (made.because === 'accepted' ? hasOwn : !hasOwn && made.because !== 'change') return
  const included = latest?.included ?? visit.included ?? tasksOfService(visit.service_type)
  await writeVersion(tx, {
    ids: { booking_id: bookingId, series_id: latest ? visit.series_id : null },
    from_date: null,
    shownId: bookingId,
    version: (latest?.version ?? 0) + 1,
    facts: {
      ...sidesOf(visit),
      included,
      startsAt: visit.starts_at,
      endsAt: visit.ends_at,
      frequency: null,
      hours: visit.estimated_hours,
      lines: visit.lines,
      laterCents: null,
      noticeHours: visit.notice_hours,
    },
    made,
  })
}

async function agreeOnSeries(
  tx: Db,
  { seriesId, shownId, from }: Extract<Subject, { seriesId: string }>,
  made: Made,
): Promise<void> {
  const latest = await latestOfSeries(tx, seriesId)
  if (made.because === 'accepted' ? latest : !latest) return
  const terms = await datesOfTerms(tx, seriesId)
  const last = terms.at(-1)!
  // A home changes the coming visits alone, those of the present terms and those of later ones.
  const next =
    made.because === 'home' ? await nextVisit(tx, seriesId, terms[0]!, made.at) : undefined
  const first = from ?? next?.date ?? last
  const dates = [first, ...terms.filter((date) => date > first)]
  for (const [index, from] of dates.entries()) {
    // One notice is for all these versions. It links to the first visit that has this one.
    const shown = latest && (await nextVisit(tx, seriesId, from, made.at))
    const subject = { seriesId, shownId: shown?.id ?? shownId, latest, from, index }
    await writeVersionOfSeries(tx, subject, { ...made, by: index === 0 ? made.by : null })
  }
  // The first version changes no visit that has its own.
  if (!latest) return
  // Visits that went on with an agreement of their own get a new version too, because the shared terms changed.
  for (const bookingId of await visitsOnTheirOwn(tx, seriesId, first, made.at)) {
    await makeAgreement(tx, { bookingId }, { ...made, by: null })
  }
}

type VersionOfSeries = {
  seriesId: string
  shownId: string
  latest: { version: number; included: Task[] } | undefined
  /** The date of the series from which it holds. */
  from: string
  /** How many versions are made before it at once. */
  index: number
}

async function writeVersionOfSeries(
  tx: Db,
  { seriesId, shownId, latest, from, index }: VersionOfSeries,
  made: Made,
): Promise<void> {
  const series = await factsOfSeries(tx, seriesId, from)
  const terms = { rateCents: series.rate_cents, hours: series.hours }
  const at = visitOn(
    { date: series.first_date, time: series.time, hours: series.hours },
    series.time_zone,
  )
  const later = linesOfVisit(series, terms)
  const hasFirst = series.request_date >= series.from_date
  await writeVersion(tx, {
    ids: { booking_id: null, series_id: seriesId },
    from_date: latest ? from : null,
    shownId,
    version: (latest?.version ?? 0) + 1 + index,
    facts: {
      ...sidesOf(series),
      included: latest?.included ?? series.included ?? tasksOfService(series.service_type),
      startsAt: new Date(at.startsAt),
      endsAt: new Date(at.endsAt),
      frequency: series.frequency,
      hours: series.hours,
      lines: hasFirst ? linesOfVisit(series, terms, true) : later,
      laterCents: sumCents(later),
      noticeHours: series.notice_hours,
    },
    made,
  })
}

/** A visit, or all coming visits of a series, got the facts of a home again. rule: home-of-booking */
export async function agreeOnHome(
  tx: Db,
  { id, series_id }: { id: string; series_id: string | null },
  who: { by: string | null; at: Date },
): Promise<void> {
  const made = { because: 'home', ...who } as const
  const isShared = series_id !== null && (await latestOfSeries(tx, series_id)) !== undefined
  await makeAgreement(tx, isShared ? { seriesId: series_id, shownId: id } : { bookingId: id }, made)
}

/** Series that were accepted before there were agreements get one with their next visits. rule: work-agreement */
export async function agreeOnOlderSeries(
  tx: Db,
  seriesIds: readonly string[],
  at: Date,
): Promise<void> {
  if (seriesIds.length === 0) return
  for (const { id, request_id } of await seriesWithoutAgreement(tx, seriesIds)) {
    await makeAgreement(
      tx,
      { seriesId: id, shownId: request_id },
      { because: 'accepted', by: null, at },
    )
  }
}

type SidesRow = Awaited<ReturnType<typeof factsOfBooking | typeof factsOfSeries>>

function sidesOf(row: SidesRow) {
  return {
    languages: [...new Set([row.client_language, row.professional_language])],
    client: row.client,
    professional: row.professional,
    address: row.address,
    city: row.city,
    state: row.state,
    zip: row.zip_code,
    timeZone: row.time_zone,
    service: row.service_type,
    rooms: row.home_rooms ?? [],
    supplies: row.supplies,
    pets: row.home_facts?.pets ?? null,
    minimumHours: row.minimum_hours,
  }
}

async function writeVersion(
  tx: Db,
  {
    ids,
    from_date,
    shownId,
    version,
    facts,
    made: { because, by, at },
  }: {
    ids: { booking_id: string | null; series_id: string | null }
    from_date: string | null
    shownId: string
    version: number
    facts: AgreementFacts
    made: Made
  },
): Promise<void> {
  const columns = agreementColumns(facts)
  const hash = agreementHash(columns)
  const { included } = facts
  await insertAgreement(tx, {
    ...ids,
    from_date,
    shown_id: shownId,
    version,
    because,
    by,
    made_at: at,
    included,
    columns,
    hash,
  })
}
