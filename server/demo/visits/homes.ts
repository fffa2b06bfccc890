import type { Db } from '#server/db/db.ts'
import { agreeOnHome } from '#server/bookings/agreements/make-agreement.ts'
import { copyHome, lockVisitForHome } from '#server/market/homes/copy-home.ts'
import { daysBefore } from '../market/people.ts'
import type { DemoClient } from '../market/people.ts'

/**
 * A client's house with marked rooms, and an office. The near visit and all coming regular ones have the house, so that
 * their agreement is in version 2. rule: homes, work-agreement
 */
export async function writeHomes(
  db: Db,
  client: DemoClient,
  nearId: string,
  now: Date,
): Promise<void> {
  const house = await writeHome(
    db,
    client,
    {
      label: 'Our house',
      address: client.address,
      kind: 'house',
      bedrooms: 3,
      bathrooms: 2.5,
      square_feet: 1850,
      floors: 2,
      pets: ['cat'],
      parking: 'In the driveway, left of the garage.',
      supplies_at_home: true,
      created_at: daysBefore(now, 60),
    },
    [
      { kind: 'kitchen', important: true, note: 'The stone counter takes water only, no vinegar.' },
      { kind: 'living_room', note: 'The cat sleeps behind the sofa.' },
      { kind: 'bedroom', name: 'Bedroom upstairs' },
      { kind: 'bedroom', name: 'Guest room' },
      { kind: 'bedroom', name: 'Kids’ room', important: true },
      { kind: 'bathroom', name: 'Bathroom upstairs' },
      { kind: 'bathroom', name: 'Bathroom downstairs' },
      { kind: 'office', name: 'Study', do_not_enter: true, note: 'Papers lie on the floor.' },
      { kind: 'stairs' },
    ],
  )
  await writeHome(
    db,
    client,
    {
      label: 'Studio',
      address: '2021 South Lamar Boulevard, Suite 3',
      kind: 'office',
      bedrooms: 0,
      bathrooms: 1,
      square_feet: 700,
      floors: 1,
      parking: 'Behind the building.',
      created_at: daysBefore(now, 20),
    },
    [{ kind: 'office' }],
  )
  const visit = await db
    .selectFrom('bookings')
    .select('id')
    .where('client_id', '=', client.id)
    .where('series_id', 'is not', null)
    .where('status', '=', 'accepted')
    .where('starts_at', '>', now)
    .limit(1)
    .executeTakeFirstOrThrow()
  const requestOfClient = { clientId: client.id, bookingId: visit.id, now }
  const locked = await lockVisitForHome(db, requestOfClient, () => {})
  await copyHome(db, house, locked, now)
  await agreeOnHome(db, locked, { by: null, at: now })
  const near = await lockVisitForHome(db, { ...requestOfClient, bookingId: nearId }, () => {})
  await copyHome(db, house, near, now)
}

type Home = {
  label: string
  address: string
  kind: string
  bedrooms: number
  bathrooms: number
  square_feet: number
  floors: number
  pets?: string[]
  parking: string
  supplies_at_home?: boolean
  created_at: Date
}
type Room = {
  kind: string
  name?: string
  important?: boolean
  do_not_enter?: boolean
  note?: string
}

async function writeHome(
  db: Db,
  { id: client_id, home: { city, state, zip } }: DemoClient,
  home: Home,
  rooms: Room[],
): Promise<string> {
  const { id } = await db
    .insertInto('homes')
    .values({ ...home, client_id, city, state, zip_code: zip })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('home_rooms')
    .values(rooms.map((room, position) => ({ ...room, home_id: id, position })))
    .execute()
  return id
}
