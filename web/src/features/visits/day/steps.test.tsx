// rule: visit-view
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Visit } from '#contract/visits/visits.ts'
import { createI18n } from '#web/i18n/i18n.ts'
import { I18nProvider } from '#web/i18n/use-translation.ts'
import { Steps } from './steps.tsx'

const i18n = await createI18n('en')
const arrived = (at: string, received_at: string) => {
  const step = { stage: 'arrived', at, received_at, eta_minutes: null, note: '' }
  const visit = { stages: [step], stage: 'arrived', time_zone: 'America/Chicago' }
  return renderToStaticMarkup(
    <I18nProvider value={i18n}>
      <Steps visit={visit as unknown as Visit} presses={[]} readsAloud={false} />
    </I18nProvider>,
  )
}

test('a press that came late has both times, with the day where the days of the home differ', () => {
  const pressed = '2026-12-01T15:00:00Z'
  expect(arrived(pressed, '2026-12-01T15:15:00Z')).not.toContain('Tapped')
  const sameDay = arrived(pressed, '2026-12-02T05:59:00Z')
  expect(sameDay).toContain('Tapped 9:00 AM, sent 11:59 PM')
  const nextDay = arrived(pressed, '2026-12-02T14:40:00Z')
  expect(nextDay).toContain('Tapped Tue, Dec 1, 9:00 AM, sent Wed, Dec 2, 8:40 AM')
})
