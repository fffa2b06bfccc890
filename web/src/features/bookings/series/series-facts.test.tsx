import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import type { Series, SeriesVisit } from '#contract/bookings/series.ts'
import { createI18n } from '#web/i18n/i18n.ts'
import { I18nProvider } from '#web/i18n/use-translation.ts'
import { LateNotes } from './late-notes.tsx'
import { SeriesBadges } from './series-facts.tsx'
import { SeriesTerms } from './series-terms.tsx'

afterEach(() => vi.useRealTimers())

const i18n = await createI18n('en')

function wordsOf(element: ReactNode): string[] {
  const markup = renderToStaticMarkup(<I18nProvider value={i18n}>{element}</I18nProvider>)
  return markup
    .replace(/<[^>]*>/g, '|')
    .split('|')
    .filter(Boolean)
}

const holiday = { from_date: '2026-12-07', to_date: '2026-12-20' }
const later = { from_date: '2027-01-05', to_date: '2027-01-12' }
const seriesWith = (facts: Partial<Series>) =>
  ({ status: 'active', paused: null, pauses: [], ...facts }) as Series

// rule: series-breaks
test('each pause of regular visits is named', () => {
  const badges = (facts: Partial<Series>) => wordsOf(<SeriesBadges series={seriesWith(facts)} />)
  expect(badges({})).toEqual(['Active'])
  expect(badges({ paused: holiday, pauses: [holiday, later] })).toEqual([
    'Paused from Monday, December 7 to Sunday, December 20',
    'Paused from Tuesday, January 5 to Tuesday, January 12',
  ])
  expect(badges({ status: 'ended', paused: holiday, pauses: [holiday] })).toEqual(['Ended'])
  // Stored by an earlier version for offline reading.
  expect(badges({ paused: later, pauses: undefined })).toHaveLength(1)
})

// rule: series-breaks, cancellation
test('a late visit that was moved is named by the day on which it is now', () => {
  vi.useFakeTimers({ now: new Date('2026-12-04T10:00:00Z') })
  const visit = {
    date: '2026-12-08',
    booking_date: '2026-12-04',
    starts_at: '2026-12-04T17:00:00.000Z',
    status: 'accepted',
    notice_hours: 24,
    may: ['skip'],
  } as unknown as SeriesVisit
  const all = [seriesWith({ id: 'one', time_zone: 'America/Chicago', visits: [visit] })]
  const namedOn = (day: string) => wordsOf(<LateNotes all={all} ends={(one) => one === day} />)
  expect(namedOn('2026-12-04').join(' ')).toContain('Fri, Dec 4, 11:00 AM')
  expect(namedOn('2026-12-08')).toEqual([])
})

// rule: booking-extras
test('the price of regular visits is the lines of a later visit and their sum', () => {
  const facts = {
    cleaning_frequency: 'weekly',
    estimated_hours: 2,
    hourly_rate: 42,
    total_amount: 75.6,
    created_at: '2026-11-20T16:00:00.000Z',
    time_zone: 'America/Chicago',
  } as const
  const labour = { kind: 'labour', hours: 2, rate: 42, amount: 84 } as const
  const priceWith = (lines?: Series['lines']) => {
    const words = wordsOf(<SeriesTerms series={seriesWith({ ...facts, lines })} />)
    const price = words.slice(words.indexOf('Price') + 1, words.indexOf('Requested'))
    return price.map((word) => word.trim()).join(' ')
  }
  expect(priceWith([labour, { kind: 'discount', percent: 10, amount: -8.4 }])).toBe(
    '2 h × $42.00 $84.00 Every week −10% -$8.40 Total $75.60',
  )
  const full = seriesWith({ ...facts, lines: [labour], total_amount: 84 })
  expect(wordsOf(<SeriesTerms series={full} />).join('')).toContain('$42.00 × 2 hours = $84.00')
  // Stored by an earlier version for offline reading.
  expect(priceWith(undefined)).toBe('$75.60')
})
