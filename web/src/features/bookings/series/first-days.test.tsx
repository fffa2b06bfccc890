import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { Router } from 'wouter'
import type { Series } from '#contract/bookings/series.ts'
import type { Api } from '#web/api/client.ts'
import { ApiProvider } from '#web/api/use-api.ts'
import { createI18n } from '#web/i18n/i18n.ts'
import { I18nProvider } from '#web/i18n/use-translation.ts'
import { EndDialog } from './end-dialog.tsx'
import { PauseDialog } from './pause-dialog.tsx'

afterEach(() => vi.useRealTimers())

const i18n = await createI18n('en')

/** The dates in the fields of a dialog. */
function datesOf(dialog: ReactNode): string[] {
  const markup = renderToStaticMarkup(
    <I18nProvider value={i18n}>
      <QueryClientProvider client={new QueryClient()}>
        <ApiProvider value={{} as Api}>
          <Router ssrPath="/regular-visits">{dialog}</Router>
        </ApiProvider>
      </QueryClientProvider>
    </I18nProvider>,
  )
  return [...markup.matchAll(/ (?:min|value)="(\d{4}-\d\d-\d\d)"/g)].map(([, date = '']) => date)
}

// rule: series-breaks, series-end
test('regular visits end and pause from the day of their home on, wherever the device is', () => {
  const series = (time_zone: string) =>
    ({ id: time_zone, time_zone, visits: [] }) as unknown as Series
  const chicago = series('America/Chicago')
  const newYork = series('America/New_York')
  const close = () => undefined
  vi.useFakeTimers({ now: new Date('2026-12-05T05:30:00Z') })
  expect(new Set(datesOf(<EndDialog series={chicago} onClose={close} />))).toEqual(
    new Set(['2026-12-04']),
  )
  const pauseOf = (all: Series[]) => new Set(datesOf(<PauseDialog all={all} onClose={close} />))
  expect(pauseOf([chicago])).toEqual(new Set(['2026-12-04']))
  expect(pauseOf([chicago, newYork])).toEqual(new Set(['2026-12-05']))
})
