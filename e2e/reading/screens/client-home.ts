import { displayName, fullName, homeFacts, priceOf, proposalOf } from '../bookings.ts'
import type { BookingRow, HomeFacts } from '../bookings.ts'
import { roomName } from './client-visits.ts'
import { count, dollars, short, time } from '../formats.ts'
import type { Rows, Screen } from '../reading.ts'

type Home = HomeFacts & {
  id: string
  label: string
  address: string
  city: string
  state: string
  zip_code: string
  parking: string
  coming: number
  zone: string
}

/** The homes of a client, and their page. */
export async function homeScreens(rows: Rows, me: string): Promise<Screen[]> {
  const homesOf = () =>
    rows<Home>(
      `select h.*, h.bathrooms::float8 as bathrooms, z.time_zone as zone, (select count(*)::int
         from bookings b where b.home_id = h.id and b.status in ('pending', 'accepted')
         and b.ends_at > now()) as coming
       from homes h join zips z on z.zip = h.zip_code where h.client_id = $1 order by h.created_at`,
      [me],
    )
  return [
    {
      path: '/homes',
      facts: async () => ({
        homes: (await homesOf()).flatMap((home) => [
          `${home.address}, ${home.city}, ${home.state} ${home.zip_code}`,
          ...homeFacts(home),
          ...(home.coming > 0 ? [count(home.coming, 'upcoming visit')] : []),
        ]),
      }),
    },
    ...(await homesOf()).map((home) => ({
      path: `/homes/${home.id}`,
      fixed: [/^Stored encrypted\. .* from 24 hours before it until 2 hours after it\.$/],
      facts: async () => ({ home: await homePage(rows, home) }),
    })),
  ]
}

async function homePage(rows: Rows, home: Home): Promise<string[]> {
  const rooms = await rows<{ kind: string; name: string; note: string }>(
    'select * from home_rooms where home_id = $1 order by position',
    [home.id],
  )
  const photos = await rows<{ kind: string; name: string }>(
    `select r.kind, r.name from home_photos p join home_rooms r on r.id = p.room_id
     where p.home_id = $1 order by p.created_at, r.position`,
    [home.id],
  )
  const views = await rows<{ name: string; at: Date }>(
    `select v.at, u.first_name || ' ' || u.last_name as name from access_views v
     join users u on u.id = v.professional_id where v.home_id = $1 order by v.at desc`,
    [home.id],
  )
  const { address, zip_code, bedrooms, bathrooms, square_feet, floors } = home
  return [
    `[value] ${address}`,
    ...[zip_code, bedrooms, bathrooms, square_feet ?? '', floors].map((one) => `[value] ${one}`),
    ...rooms.flatMap((room, index) => {
      const title = `Room ${index + 1}: ${roomName(room)}`
      return [title, `[value] ${room.name}`, `[value] ${room.note}`, title]
    }),
    ...photos.flatMap((room, index) => [
      `[alt] ${roomName(room)}: Photo ${index + 1}`,
      `Remove photo ${index + 1}`,
    ]),
    ...views.map(
      ({ name, at }) => `${name} Cleaning opened these details, ${short(at, home.zone)}`,
    ),
  ]
}

type Series = { id: string; notes: string; created_at: Date }

/** Regular visits and their page. */
export async function seriesScreens(
  rows: Rows,
  bookings: readonly BookingRow[],
  reader: 'client' | 'professional',
): Promise<Screen[]> {
  const visits = bookings.filter(({ series_id }) => series_id !== null)
  const [first] = visits
  const coming = visits.filter(({ starts_at }) => +starts_at > Date.now())
  const priced = visits.find(({ lines }) => lines.length > 1)!
  const name = reader === 'client' ? displayName(first!.professional) : fullName(first!.client)
  const [series] = await rows<Series>('select * from series where id = $1', [first!.series_id])
  const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: first!.time_zone })
  const head = `Every ${weekday.format(first!.starts_at)} at ${time(first!.starts_at, first!.time_zone)}`
  const work = [count(priced.estimated_hours, 'hour'), `${dollars(priced.total_cents)} a visit`]
  const next = coming.find(({ status }) => status === 'accepted')!
  return [
    {
      path: '/regular-visits',
      facts: () =>
        Promise.resolve({
          series: [head, name, ...work, `Next: ${short(next.starts_at, next.time_zone)}`],
        }),
    },
    {
      path: `/regular-visits/${series!.id}`,
      facts: () =>
        Promise.resolve({
          series: [
            head,
            name,
            ...work,
            `The next ${coming.length} visits`,
            ...coming.flatMap((visit) => visitOfSeries(visit, reader)),
            `${first!.address}, ${first!.city}, ${first!.state} ${first!.zip_code}`,
            ...priceOf(priced),
            series!.notes,
            short(series!.created_at, first!.time_zone),
          ],
        }),
    },
  ]
}

function visitOfSeries(visit: BookingRow, reader: 'client' | 'professional'): string[] {
  const when = short(visit.starts_at, visit.time_zone)
  if (visit.status === 'cancelled' && reader === 'professional')
    return [when, `Skipped by ${visit.client.first_name}`]
  const can =
    visit.status === 'cancelled'
      ? ['Undo skip']
      : visit.proposal
        ? ['Skip', 'Change this and later visits']
        : ['Skip', 'Move', 'Change this and later visits']
  return [when, ...can.map((what) => `[aria-label] ${what}: ${when}`), ...proposalOf(visit, reader)]
}
