import type { Health, HealthRange } from '#contract/console/health.ts'
import { HEALTH_MEASURES } from '#contract/console/health-measures.ts'
import type { Context } from '#server/context.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import type { Places } from '#server/places/locations.ts'
import { placeKey } from '#server/places/place-text.ts'
import { statesCalled } from '#server/places/states.ts'
import * as queries from './health.queries.ts'
import type { Span } from './health.queries.ts'

const DAY_MS = 86_400_000

/**
 * How the marketplace does in a range of UTC days, in one place or everywhere. Refuses 'invalid_input' for a place that
 * does not exist. rule: marketplace-health
 */
export async function readHealth(
  { db, clock, places }: Pick<Context, 'db' | 'clock' | 'places'>,
  { from, to, place }: HealthRange,
): Promise<Health> {
  const span: Span = {
    from,
    to,
    begin: new Date(from),
    end: new Date(Date.parse(to) + DAY_MS),
    place: place ? placeFilter(places, place) : null,
  }
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const days = await queries.listDays(tx, span)
      return {
        days,
        totals: totalsOf(days),
        ...(await queries.measureAnswers(tx, span)),
        unserved: await queries.listUnserved(tx, span),
        leads: await queries.countLeads(tx, span),
        churn: await queries.countChurn(tx, span, clock.now()),
      }
    })
}

function totalsOf(days: Health['days']): Health['totals'] {
  const totals = {
    searches: 0,
    searches_without_result: 0,
    profile_views: 0,
    requests: 0,
    accepted: 0,
    completed: 0,
  }
  for (const day of days) for (const measure of HEALTH_MEASURES) totals[measure] += day[measure]
  return totals
}

function placeFilter(places: Places, text: string): Span['place'] {
  const [state] = /^[a-z]{2}$/i.test(text) ? statesCalled(placeKey(text)) : []
  if (state) return { column: 'state', value: state }
  const place = places.find(text) ?? refuse('invalid_input', { params: { field: 'place' } })
  return { column: place.kind === 'zip' ? 'place_id' : 'city_id', value: place.placeId }
}
