import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '#server/test/database.ts'
import type { TestDatabase } from '#server/test/database.ts'
import { loadPlaceIndex } from './locations.ts'
import type { Places } from './locations.ts'

let database: TestDatabase
let places: Places
beforeAll(async () => {
  database = await testDatabase()
  places = await loadPlaceIndex(database.db)
})
afterAll(() => database.drop())

const labels = (text: string): string[] => places.suggest(text).map(({ label }) => label)

// rule: place-suggestions
describe('suggestions', () => {
  test('ZIPs by their beginning, and a ZIP+4', () => {
    expect(places.suggest('787')).toHaveLength(10)
    expect(
      places.suggest('787').every(({ zip, kind }) => zip.startsWith('787') && kind === 'zip'),
    ).toBe(true)
    const austin = {
      label: '78701 – Austin, TX',
      zip: '78701',
      city: 'Austin',
      state: 'TX',
      kind: 'zip',
    }
    expect(places.suggest('78701')).toEqual([austin])
    expect(places.suggest('78701-1234')).toEqual([austin])
  })

  test('cities, the most populous first, with their most populous ZIP', () => {
    expect(labels('springfield').slice(0, 3)).toEqual([
      'Springfield, MO',
      'Springfield, MA',
      'Springfield, IL',
    ])
    expect(places.suggest('austin')[0]).toEqual({
      label: 'Austin, TX',
      zip: '78745',
      city: 'Austin',
      state: 'TX',
      kind: 'city',
    })
  })

  test.each([
    ['san josé', 'San Jose, CA'],
    ['mayaguez', 'Mayagüez, PR'],
    ['MAYAGÜEZ', 'Mayagüez, PR'],
    ['st louis', 'Saint Louis, MO'],
    ['St. Louis, MO', 'Saint Louis, MO'],
    ['ft worth', 'Fort Worth, TX'],
    ['winston salem', 'Winston-Salem, NC'],
    ['o fallon', "O'Fallon, MO"],
    ['austin tx', 'Austin, TX'],
    ['austin, texas', 'Austin, TX'],
    ['austin, m', 'Austin, MN'],
    ['new york', 'New York, NY'],
    ['kansas city ks', 'Kansas City, KS'],
    ['washington dc', 'Washington, DC'],
  ])('%j suggests %j first', (text, label) => {
    expect(labels(text)[0]).toBe(label)
  })

  test('a small city by its full name, among larger ones that begin with it', () => {
    expect(labels('bell')).toContain('Bell, CA')
  })

  test.each(['', ' ', 'a', '7', '--', '99999', 'nowhere at all', 'austin, zz'])(
    'nothing for %j',
    (text) => {
      expect(places.suggest(text)).toEqual([])
    },
  )

  test('at most ten, and never an error, whatever is typed', () => {
    const typed = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ maxLength: 3 }),
      fc.stringMatching(/^[\d,. -]{0,12}$/),
    )
    fc.assert(
      fc.property(typed, (text) => {
        places.find(text)
        places.zipOf(text)
        return places.suggest(text).length <= 10
      }),
    )
    expect(places.suggest('san '.repeat(100_000))).toEqual([])
  })

  test('everything suggested can be chosen', () => {
    for (const text of ['787', '009', 'sa', 'new', 'st', 'bell', "o'f", 'mayag']) {
      for (const { label, kind, zip, city, state } of places.suggest(text)) {
        const expected = kind === 'zip' ? zip : `${city}, ${state}`
        expect(places.find(label)).toMatchObject({ kind, label: expected })
      }
    }
  })
})

// rule: service-areas
describe('a chosen place', () => {
  test('is a ZIP, or a city with all its ZIPs', () => {
    const austin = places.find('Austin, TX')!
    expect(austin).toMatchObject({ kind: 'city', label: 'Austin, TX', cityId: austin.placeId })
    expect(austin.zips).toContain(78701)
    expect(places.find('78701')).toEqual({
      placeId: 78701,
      label: '78701',
      kind: 'zip',
      zips: [78701],
      cityId: austin.placeId,
    })
  })

  test('is the most populous of its name when the state is missing', () => {
    expect(places.find('austin')!.label).toBe('Austin, TX')
    expect(places.find('Springfield')!.label).toBe('Springfield, MO')
    expect(places.find('Springfield Ohio')!.label).toBe('Springfield, OH')
  })

  test.each(['', 'Austin, ZZ', 'Aust', '00000', ', TX', 'Nowhere'])('is unknown for %j', (text) => {
    expect(places.find(text)).toBeUndefined()
  })
})

// rule: service-areas, place-time-zone
describe('a ZIP', () => {
  test.each(['78701', ' 78701 ', '78701-1234', '78701 1234', '787 01'])(
    'is understood from %j',
    (text) => {
      expect(places.zipOf(text)?.zip).toBe('78701')
    },
  )

  test.each(['00000', '7870', '787011', '78701-12', 'Austin', ''])(
    'is not understood from %j',
    (text) => {
      expect(places.zipOf(text)).toBeUndefined()
    },
  )

  test.each([
    ['79901', 'El Paso', 'America/Denver'],
    ['32501', 'Pensacola', 'America/Chicago'],
    ['37402', 'Chattanooga', 'America/New_York'],
    ['46402', 'Gary', 'America/Chicago'],
    ['85001', 'Phoenix', 'America/Phoenix'],
    ['99501', 'Anchorage', 'America/Anchorage'],
    ['96813', 'Honolulu', 'Pacific/Honolulu'],
    ['00901', 'San Juan', 'America/Puerto_Rico'],
    ['83814', "Coeur d'Alene", 'America/Los_Angeles'],
  ])('%s is in %s and has the time zone %s', (zip, city, timeZone) => {
    expect(places.zipOf(zip)).toMatchObject({ zip, city, timeZone, placeId: Number(zip) })
  })
})
