// rule: offline
import { beforeEach, expect, test, vi } from 'vitest'
import { createApi } from '#web/api/client.ts'
import type { QueryMeta } from '#web/api/query-meta.ts'
import { professionalBookingsQuery } from '#web/features/bookings/list/bookings.api.ts'
import { dashboardQuery } from '#web/views/bookings/dashboard/dashboard.api.ts'
import { oneSeriesQuery, ownSeriesQuery } from '#web/features/bookings/series/series.api.ts'
import { visitQuery } from '#web/features/visits/day/visits.api.ts'
import { STORED_READS_KEY } from '#web/session/session.ts'
import {
  dataToStore,
  deleteOldReads,
  storedReads,
  storedUntil,
  storeReads,
} from './read-storage.ts'

const DAY_MS = 86_400_000

// Node offers sessionStorage without a file, but not localStorage.
vi.stubGlobal('localStorage', sessionStorage)

beforeEach(() => {
  localStorage.clear()
  signIn('ana')
})

const signIn = (id: string) => localStorage.setItem('lustra.user', JSON.stringify({ id }))
const read = (name: string, at = Date.now()) => ({ key: ['profile', name], data: { name }, at })
const names = () => storedReads().map(({ key }) => key[1])

test('stored reads are returned, the latest of each address, newest first', () => {
  storeReads('ana', [read('grace', Date.now() - 2), read('lucia', Date.now() - 1)], [])
  storeReads('ana', [read('grace')], [])
  expect(names()).toEqual(['grace', 'lucia'])
})

test('reads of one user are neither shown to another nor stored for another', () => {
  storeReads('ana', [read('grace')], [])
  signIn('ben')
  expect(names()).toEqual([])
  storeReads('ana', [read('lucia')], [])
  expect(localStorage.getItem(STORED_READS_KEY)).not.toContain('lucia')
})

test('a read that the server has refused is deleted', () => {
  storeReads('ana', [read('grace'), read('lucia')], [])
  storeReads('ana', [], [['profile', 'grace']])
  expect(names()).toEqual(['lucia'])
})

test('reads older than seven days are ignored, and at most sixty are stored', () => {
  storeReads('ana', [read('grace', Date.now() - 7 * DAY_MS - 1)], [])
  expect(names()).toEqual([])
  storeReads(
    'ana',
    Array.from({ length: 70 }, (_, index) => read(`one ${index}`)),
    [],
  )
  expect(names()).toHaveLength(60)
})

test('a visit that is stored with a phone is deleted a day after its start', () => {
  const past = { ...read('past'), until: Date.now() - 1 }
  storeReads('ana', [past, { ...read('soon'), until: Date.now() + DAY_MS }], [])
  expect(names()).toEqual(['soon'])
  storeReads('ana', [read('grace')], [])
  expect(localStorage.getItem(STORED_READS_KEY)).not.toContain('past')

  const start = Date.now() + 20 * 3_600_000
  const visit = (starts_at: number, phone: string | null) => ({
    visit: { starts_at: new Date(starts_at).toISOString(), other: { phone } },
  })
  const { meta } = visitQuery(api, 'booking')
  expect(storedUntil(meta ?? {}, visit(start, '555'))).toEqual({ until: start + DAY_MS })
  expect(storedUntil(meta ?? {}, visit(start, null))).toEqual({})
  expect(storedUntil(meta ?? {}, visit(start - 2 * DAY_MS, '555'))).toEqual({})
})

test('what an earlier version stored, with phones and emails of clients, is deleted', () => {
  localStorage.setItem('lustra.reads', 'ana@example.com')
  storeReads('ana', [read('grace')], [])
  deleteOldReads()
  expect(localStorage.getItem('lustra.reads')).toBeNull()
  expect(names()).toEqual(['grace'])
})

test('a browser without space for a read continues without it', () => {
  storeReads('ana', [{ ...read('grace'), data: 'x'.repeat(12_000_000) }], [])
  expect(names()).toEqual([])
})

/** A file of queries: each function takes the API, then texts. */
type QueryFile = Record<string, (...args: unknown[]) => { meta?: QueryMeta } | undefined>

const api = createApi(
  () => Promise.reject(new Error('no request expected')),
  () => 'en',
)

test('these queries are stored, and no other', () => {
  const files = import.meta.glob<QueryFile>('../../**/*.api.ts', { eager: true })
  const queries = Object.values(files)
    .flatMap((file) => Object.entries(file))
    .filter(([name]) => name.endsWith('Query'))
  expect(queries.length).toBeGreaterThan(50)
  const stored = queries.filter(
    ([, query]) => query(api, 'one', 'two', 'three')?.meta?.storedOffline !== undefined,
  )
  expect(stored.map(([name]) => name).toSorted()).toEqual([
    'agendaQuery',
    'agreementQuery',
    'clientBookingQuery',
    'clientBookingsBetweenQuery',
    'clientBookingsQuery',
    'conversationsQuery',
    'dashboardQuery',
    'latestBookingsQuery',
    'nextBookingsQuery',
    'oneSeriesQuery',
    'ownSeriesQuery',
    'professionalBookingQuery',
    'professionalBookingsQuery',
    'profileByIdQuery',
    'profileBySlugQuery',
    'receiptQuery',
    'serviceTypesQuery',
    'shownClaimsQuery',
    'threadQuery',
    'unreadQuery',
    'visitQuery',
  ])
})

test('queries are declared as stored only in files of queries', () => {
  const sources = import.meta.glob<string>('../../**/*.{ts,tsx}', {
    query: '?raw',
    import: 'default',
    eager: true,
  })
  const declaring = Object.entries(sources)
    .filter(([file, text]) => !/\.(api|test)\.ts$/.test(file) && /storedOffline|_META\b/.test(text))
    .map(([file]) => file)
  expect(declaring.toSorted()).toEqual([
    '../../api/query-meta.ts',
    './offline-reads.ts',
    './read-storage.ts',
  ])
})

test('emails and phones of clients are not stored, except to call before a visit of today or tomorrow', () => {
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  const contact = { email: 'ana@example.com', phone: '(512) 555-0101' }
  const client = { first_name: 'Ana', ...contact }
  const booking = { id: 'booking', ...contact, client_details: client }
  const series = { id: 'series', client_details: client }
  const visit = (hours: number) => ({
    visit: {
      starts_at: inHours(hours),
      home: { bedrooms: 2, photos: [{ url: '/a-room.webp' }] },
      other: { name: 'Ana', phone: contact.phone },
    },
  })
  const stored = ({ meta }: { meta?: QueryMeta }, data: unknown) =>
    JSON.stringify(dataToStore(meta ?? {}, data))
  const dashboard = { recent_bookings: [booking], todays_visits: [booking] }
  for (const text of [
    stored(professionalBookingsQuery(api, 'grace'), [booking]),
    stored(dashboardQuery(api, 'grace'), dashboard),
    stored(ownSeriesQuery(api, 'grace'), { pages: [{ series: [series], total: 1 }] }),
    stored(oneSeriesQuery(api, 'series'), { series }),
    stored(visitQuery(api, 'booking'), visit(49)),
  ]) {
    expect(text).toContain('Ana')
    expect(text).not.toContain(contact.email)
    expect(text).not.toContain(contact.phone)
  }
  const soon = stored(visitQuery(api, 'booking'), visit(20))
  expect(soon).toContain(contact.phone)
  expect(soon).not.toContain('a-room')
  expect(stored(oneSeriesQuery(api, 'series'), { series: { id: 'own' } })).toContain('own')
})
