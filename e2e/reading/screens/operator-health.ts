import { duration, longDay } from '../formats.ts'
import type { Rows, Screen } from '../reading.ts'

const DAY_MS = 86_400_000
const UNSERVED_MAX = 100
const DAYS = 60

const number = (value: number) => value.toLocaleString('en-US')
const dayBefore = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)

/** How the marketplace does in the last sixty days, of UTC. */
export function healthScreen(rows: Rows): Screen {
  const [from, to] = [dayBefore(DAYS - 1), dayBefore(0)]
  return {
    path: `/operator/health?from=${from}&to=${to}`,
    known: async () => {
      const days = await daysOf(rows, from, to)
      const sum = (one: keyof Counts) =>
        number(days.reduce((total, counts) => total + counts[one], 0))
      const [last] = days.slice(-1) as [Counts]
      const unserved = await unservedOf(rows, from, to)
      return [
        sum('searches'),
        sum('requests'),
        ...(await answersOf(rows, from, to)),
        `${longDay(to)}. Searches: ${number(last.searches)}, Searches without a result: ${number(last.empty)}, Profile views: ${number(last.views)}`,
        `${longDay(to)}. Requests: ${last.requests}, Accepted: ${last.accepted}, Completed: ${last.completed}`,
        ...unserved.flatMap(({ zip, searches }) => [zip, number(searches)]),
        ...(await leadsOf(rows, from, to)),
      ]
    },
    // The professionals who were listed at each moment have tests of their own.
    maybe: () => Promise.resolve([/^[\d,]+$/, /^\d+%$/]),
    fixed: ['[placeholder] 78701, Austin, TX or TX', `[value] ${from}`, `[value] ${to}`],
  }
}

type Counts = {
  searches: number
  empty: number
  views: number
  requests: number
  accepted: number
  completed: number
}

/** The searches and requests of each day; a request counts on the day on which it was made. */
const daysOf = (rows: Rows, from: string, to: string): Promise<Counts[]> =>
  rows(
    `select coalesce(searches, 0)::int as searches, coalesce(empty, 0)::int as empty,
       coalesce(views, 0)::int as views, coalesce(requests, 0)::int as requests,
       coalesce(accepted, 0)::int as accepted, coalesce(completed, 0)::int as completed
     from (select generate_series($1::date, $2::date, interval '1 day')::date as day) days
     left join (select day, sum(searches) as searches, sum(searches_without_result) as empty,
       sum(profile_views) as views from daily_counts group by day) counted using (day)
     left join (select (at at time zone 'UTC')::date as day, count(*) as requests,
       count(*) filter (where ${happened('booking.accepted')}) as accepted,
       count(*) filter (where ${happened('booking.completed')}) as completed
       from events asked where kind = 'booking.requested' group by 1) asked using (day)
     order by day`,
    [from, to],
  )

const happened = (kind: string) =>
  `exists (select from events e where e.subject_id = asked.subject_id and e.kind = '${kind}')`

/** The median until the first answer, and the share of requests that were accepted. */
async function answersOf(rows: Rows, from: string, to: string): Promise<string[]> {
  const requests = await rows<{ minutes: number | null; accepted: boolean; refused: boolean }>(
    `select extract(epoch from least(
         (select min(at) from events e where e.subject_id = asked.subject_id
            and (e.kind = 'booking.accepted' or e.kind = 'booking.declined' and e.actor_id = b.professional_id)),
         (select min(m.created_at) from messages m join leads l using (conversation_id)
          where l.client_id = b.client_id and l.professional_id = b.professional_id
            and m.sender_id = b.professional_id and m.kind <> 'booking' and m.created_at >= asked.at)
       ) - asked.at)::float8 / 60 as minutes,
       ${happened('booking.accepted')} as accepted,
       ${happened('booking.declined')} or ${happened('booking.expired')} as refused
     from events asked join bookings b on b.id = asked.subject_id
     where asked.kind = 'booking.requested' and (asked.at at time zone 'UTC')::date between $1 and $2`,
    [from, to],
  )
  const minutes = requests.flatMap((one) => one.minutes ?? []).toSorted((one, other) => one - other)
  const middle = (minutes.length - 1) / 2
  const median = (minutes[Math.floor(middle)]! + minutes[Math.ceil(middle)]!) / 2
  const accepted = requests.filter((one) => one.accepted).length
  const answered = requests.filter((one) => one.accepted || one.refused).length
  const share = Math.round((1000 * accepted) / answered) / 10
  return [duration(Math.floor(Math.round(median * 10) / 10)), `${share}%`]
}

const unservedOf = (rows: Rows, from: string, to: string) =>
  rows<{ zip: string; searches: number }>(
    `select zip, sum(searches_without_result)::int as searches from daily_counts
     where day between $1 and $2 group by zip having sum(searches_without_result) > 0
     order by searches desc, zip limit ${UNSERVED_MAX}`,
    [from, to],
  )

/** How many leads of these days a credit opened, and how many are locked. */
async function leadsOf(rows: Rows, from: string, to: string): Promise<string[]> {
  const [leads] = await rows<{ opened: number; locked: number }>(
    `select count(*) filter (where openings > 0)::int as opened,
       count(*) filter (where openings = 0)::int as locked
     from leads where held is null and (created_at at time zone 'UTC')::date between $1 and $2`,
    [from, to],
  )
  return [number(leads!.opened), number(leads!.locked)]
}
