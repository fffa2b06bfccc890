// rule: outside-hours
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ClientBooking, ProfessionalBooking } from '#contract/bookings/bookings.ts'
import type { OutsideReason } from '#contract/calendar/slots.ts'
import type { Api } from '#web/api/client.ts'
import { ApiProvider } from '#web/api/use-api.ts'
import { createI18n } from '#web/i18n/i18n.ts'
import { I18nProvider } from '#web/i18n/use-translation.ts'
import { OutsideMarks } from './outside-marks.tsx'
import { ProposalPanel } from '../one/proposal-panel.tsx'

const i18n = await createI18n('en')
const marksOf = (booking: object) => {
  const request = { status: 'pending', outside_hours: true, ...booking }
  const markup = renderToStaticMarkup(
    <I18nProvider value={i18n}>
      <OutsideMarks booking={request as ClientBooking | ProfessionalBooking} />
    </I18nProvider>,
  )
  return markup.split(/<[^>]*>/).filter(Boolean)
}

test.each<[OutsideReason[], string[]]>([
  [['hours'], ['Outside your hours']],
  [['off', 'horizon', 'day_full'], ['Outside your hours']],
  [[], ['Outside your hours']],
  [['notice'], ['Short notice']],
  [['busy'], ['Busy']],
  [['gap', 'overlap'], ['Too close to another visit']],
  [
    ['busy', 'notice'],
    ['Busy', 'Short notice'],
  ],
])('the professional reads the reasons %j of a request as %j', (outside, marks) => {
  expect(marksOf({ outside })).toEqual(marks)
})

test('the client learns no reason, and nothing of a booking that is answered or inside the hours', () => {
  expect(marksOf({})).toEqual(['Outside working hours'])
  expect(marksOf({ status: 'accepted', outside: ['busy'] })).toEqual([])
  expect(marksOf({ outside_hours: false })).toEqual([])
})

test('the professional reads of a proposed time that it is outside, without a reason', () => {
  const proposal = { outside_hours: true, by: 'client', may: ['declined'] }
  const markup = renderToStaticMarkup(
    <I18nProvider value={i18n}>
      <QueryClientProvider client={new QueryClient()}>
        <ApiProvider value={{} as Api}>
          <ProposalPanel
            name="Maya"
            booking={{ ...VISIT, proposal: { ...VISIT, ...proposal } } as never}
          />
        </ApiProvider>
      </QueryClientProvider>
    </I18nProvider>,
  )
  expect(markup).toContain('>Outside working hours<')
  expect(markup).not.toContain('Outside your hours')
})

const VISIT = {
  time_zone: 'America/Chicago',
  city: 'Austin',
  starts_at: '2026-12-07T15:00:00Z',
  expires_at: '2026-12-06T15:00:00Z',
}
