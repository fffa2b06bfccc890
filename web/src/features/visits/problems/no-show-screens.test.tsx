// rule: no-show, problem-moves, problems
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Router } from 'wouter'
import type { Role } from '#contract/product.ts'
import type { Visit } from '#contract/visits/visits.ts'
import { createApi } from '#web/api/client.ts'
import { ApiProvider } from '#web/api/use-api.ts'
import { createI18n } from '#web/i18n/i18n.ts'
import { I18nProvider } from '#web/i18n/use-translation.ts'
import { ME_KEY } from '#web/session/session.ts'
import ProblemScreen from './problem-screen.tsx'
import { VisitProblems } from './visit-problems.tsx'

const i18n = await createI18n('en')
const api = createApi(
  () => Promise.reject(new Error('no request expected')),
  () => 'en',
)

/** The text of a screen for a user of this role, with these answers of the server. */
function textOf(role: Role, screen: ReactNode, answers: [key: unknown[], data: unknown][] = []) {
  const queryClient = new QueryClient()
  queryClient.setQueryData(ME_KEY, { id: role, role })
  for (const [key, data] of answers) queryClient.setQueryData(key, data)
  const markup = renderToStaticMarkup(
    <ApiProvider value={api}>
      <QueryClientProvider client={queryClient}>
        <I18nProvider value={i18n}>
          <Router ssrPath="/visits/one">{screen}</Router>
        </I18nProvider>
      </QueryClientProvider>
    </ApiProvider>,
  )
  return markup.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
}

const TIMES = { starts_at: '2026-12-01T15:00:00Z', time_zone: 'America/Chicago' }
const VISIT = {
  ...TIMES,
  booking_id: 'one',
  status: 'accepted',
  stage: null,
  problems: [],
  all_good_at: null,
  may: [],
  other: { user_id: 'other', name: 'Grace W.', phone: null },
}
const noShow = { from: '2026-12-01T15:30:00Z', until: '2026-12-02T17:00:00Z', tried: false }
const ofVisit = (role: Role, visit: object) =>
  textOf(role, <VisitProblems visit={{ ...VISIT, ...visit } as unknown as Visit} />)

test('the visit says from when a no-show can be reported, and offers to reach the other side', () => {
  const client = ofVisit('client', { no_show: { ...noShow, waits_for: 'time' } })
  expect(client).toContain('You can report this at 9:30 AM.')
  expect(client).toContain('Message')
  expect(client).not.toContain('Call')
  const other = { ...VISIT.other, phone: '+1 512 555 0101' }
  const may = ['report_no_show']
  const asked = { other, may, no_show: { ...noShow, waits_for: null, tried: true } }
  const professional = ofVisit('professional', asked)
  expect(professional).toContain('Call')
  expect(professional).not.toContain('You can report this at')
})

test('each side reads who said that all was good', () => {
  const said = { all_good_at: '2026-12-01T18:00:00Z', no_show: null }
  expect(ofVisit('client', said)).toContain('You said everything was good.')
  expect(ofVisit('professional', said)).toContain('Your client said everything was good.')
})

test('who is reported reads a report, not a fact, and can agree or disagree', () => {
  const problem = {
    id: 'problem',
    booking_id: 'one',
    kind: 'no_show',
    by: 'client',
    state: 'open',
    statement: 'I waited for an hour.',
    answer: null,
    value: null,
    photos: [],
    contacts: [
      {
        at: '2026-12-01T15:05:00Z',
        received_at: '2026-12-01T15:45:00Z',
        by: 'client',
        way: 'message',
      },
      {
        at: '2026-12-01T15:20:00Z',
        received_at: '2026-12-01T15:34:00Z',
        by: 'client',
        way: 'message',
      },
      { at: '2026-12-01T15:25:00Z', received_at: null, by: 'client', way: 'message' },
    ],
    reclean: null,
    outcome: null,
    decision: null,
    answer_until: '2026-12-04T15:30:00Z',
    may: ['accept', 'dispute'],
    visit: { ...TIMES, city: 'Austin', other: { user_id: 'other', name: 'Ana B.' } },
  }
  const screen = <ProblemScreen id="problem" bookingId="one" />
  const text = textOf('professional', screen, [[['visits', 'problem', 'problem'], { problem }]])
  expect(text).toContain('Report: No one came')
  expect(text).toContain('Ana reports that you didn&#x27;t come.')
  expect(text).toMatch(/Statement Ana I waited for an hour\./)
  expect(text).toContain('I disagree')
  expect(text).toContain('I agree')
  // The time that the phone claims, and the receipt, of a press that came late. rule: no-show, visit-stages
  expect(text.match(/Tapped[^,]*, sent [\d:]+.[AP]M/g)).toEqual(['Tapped 9:05 AM, sent 9:45 AM'])
})
