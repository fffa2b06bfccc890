// rule: alternatives
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Router } from 'wouter'
import type { ClientBookingDetail } from '#contract/bookings/bookings.ts'
import type { Api } from '#web/api/client.ts'
import { ApiProvider } from '#web/api/use-api.ts'
import { createI18n } from '#web/i18n/i18n.ts'
import { I18nProvider } from '#web/i18n/use-translation.ts'
import { Alternatives } from './alternatives.tsx'

const i18n = await createI18n('en')

test('whoever is free at the time of a lost visit is opened at that time', () => {
  const query = 'zip_code=78701&service_type=standard&date=2026-12-01&time=09%3A00&hours=2'
  const booking = {
    zip_code: '78701',
    time_zone: 'America/Chicago',
    professional: { user_id: 'grace', full_name: 'Grace Walker' },
    alternatives: {
      same: [],
      others: {
        total: 1,
        search: `/search?${query}`,
        professionals: [{ user_id: 'ana', full_name: 'Ana Lima', hourly_rate: 30 }],
      },
    },
  } as unknown as ClientBookingDetail
  const markup = renderToStaticMarkup(
    <I18nProvider value={i18n}>
      <QueryClientProvider client={new QueryClient()}>
        <ApiProvider value={{} as Api}>
          <Router ssrPath="/bookings/one">
            <Alternatives booking={booking} />
          </Router>
        </ApiProvider>
      </QueryClientProvider>
    </I18nProvider>,
  )
  expect(markup).toContain(`href="/professionals/ana?${query.replaceAll('&', '&amp;')}"`)
})
