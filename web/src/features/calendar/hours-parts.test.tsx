import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Router } from 'wouter'
import type { BusyCalendar } from '#contract/calendar/busy-times.ts'
import type { SavedTime, TimeDocument } from '#contract/calendar/time.ts'
import type { Api } from '#web/api/client.ts'
import { ApiProvider } from '#web/api/use-api.ts'
import { createI18n } from '#web/i18n/i18n.ts'
import { I18nProvider } from '#web/i18n/use-translation.ts'
import { Affected } from './affected.tsx'
import { calendarsQuery } from './busy-calendars.api.ts'
import { BusyPart } from './busy-part.tsx'
import { ExceptionsPart } from './exceptions-part.tsx'
import type { Times } from './time.api.ts'

const ZONE = 'America/Chicago'
const i18n = await createI18n('en')
const queryClient = new QueryClient()
const api = {} as Api

/** The markup of a part of the screen 'Your hours'. */
const markupOf = (part: ReactNode) =>
  renderToStaticMarkup(
    <I18nProvider value={i18n}>
      <QueryClientProvider client={queryClient}>
        <ApiProvider value={api}>
          <Router ssrPath="/dashboard/time">{part}</Router>
        </ApiProvider>
      </QueryClientProvider>
    </I18nProvider>,
  )

// rule: busy-times
test.each([
  [null, 'Nothing has been read yet', 'What was read last'],
  ['2026-12-01T15:00:00Z', 'What was read last still counts.', 'Nothing has been read'],
])('a feed that fails and was read at %s says what counts', (read_at, said, notSaid) => {
  const calendar = {
    id: 'a',
    kind: 'feed',
    state: 'failed',
    problem: 'unreachable',
    read_at,
    unsure_zones: [],
  }
  const calendars = [calendar as unknown as BusyCalendar]
  queryClient.setQueryData(calendarsQuery(api, 'ana').queryKey, { calendars })
  const markup = markupOf(<BusyPart userId="ana" zone={ZONE} />)
  expect(markup).toContain(said)
  expect(markup).not.toContain(notSaid)
})

// rule: calendar-lines
test('a calendar says how many events were not read in full, and asks for the zone of which it is not sure', () => {
  const markupWith = (facts: object) => {
    const calendar = {
      id: 'a',
      kind: 'file',
      state: 'ok',
      read_at: '2026-12-01T15:00:00Z',
      ...facts,
    }
    const calendars = [calendar as unknown as BusyCalendar]
    queryClient.setQueryData(calendarsQuery(api, 'ana').queryKey, { calendars })
    return markupOf(<BusyPart userId="ana" zone={ZONE} />)
  }
  const complete = markupWith({ label: 'Home', unread: 0, unsure_zones: [], time_zone: null })
  expect(complete).not.toContain('be read in full')
  expect(complete).not.toContain('Right time zone')
  const unsure_zones = [
    { name: 'CST', read_as: 'America/Chicago' },
    { name: 'GMT-0500', read_as: '-05:00' },
  ]
  const partly = markupWith({ label: 'Home', unread: 3, unsure_zones, time_zone: null })
  expect(partly).toContain('3 events couldn&#x27;t be read in full')
  expect(partly).toContain('says “CST” instead of a time zone that we know')
  expect(partly).toContain('We read its events in Central Time.')
  expect(partly).toContain('We read its events in UTC-05:00.')
  expect(partly).toContain('Right time zone of “Home”')
  expect(partly).not.toContain('Please replace the file')
  const chosen = markupWith({ label: 'Home', unread: 0, unsure_zones, time_zone: 'America/Denver' })
  expect(chosen).toContain('Please replace the file so that its events are read in Mountain Time.')
})

// rule: working-hours
test('visits outside the hours lead to their days; 50 may be more', () => {
  const affectedOf = (count: number) =>
    markupOf(<Affected saved={{ affected: visits.slice(0, count), time_zone: ZONE }} />)
  const visits: SavedTime['affected'] = Array.from({ length: 50 }, (_, index) => ({
    booking_id: String(index),
    starts_at: '2026-12-08T02:00:00Z',
  }))
  expect(affectedOf(2)).toContain('>2 accepted visits are outside')
  expect(
    affectedOf(2).match(/href="\/dashboard\/week\?view=today&amp;from=2026-12-07"/g),
  ).toHaveLength(2)
  expect(affectedOf(50)).toContain('>At least 50 accepted visits are outside')
  expect(affectedOf(0)).not.toContain('<ul')
})

// rule: working-hours
test('hours of single days say that they need a stated plan; whole days off do not', () => {
  const day = { from_date: '2026-12-07', to_date: '2026-12-07', from: null, to: null, note: '' }
  const says = (plan: [] | null, change: object) => {
    const exceptions = [{ id: 'a', kind: 'off', ...day, ...change }]
    const shown = { plan, exceptions } as unknown as TimeDocument
    return markupOf(<ExceptionsPart times={{} as Times} shown={shown} />).includes(
      'These hours count once you&#x27;ve set your weekly plan.',
    )
  }
  const hours = { from: '09:00', to: '12:00' }
  expect(says(null, { kind: 'extra', ...hours })).toBe(true)
  expect(says(null, hours)).toBe(true)
  expect(says(null, {})).toBe(false)
  expect(says([], { kind: 'extra', ...hours })).toBe(false)
})
