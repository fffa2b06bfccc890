// rule: settle-hours
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Visit } from '#contract/visits/visits.ts'
import { createI18n } from '#web/i18n/i18n.ts'
import { I18nProvider } from '#web/i18n/use-translation.ts'
import { FinishTime } from './finish-time.tsx'

const i18n = await createI18n('en')
const shown = (reclean_of: string | null) => {
  const starts_at = '2026-12-01T15:00:00Z'
  const visit = { stages: [], starts_at, estimated_hours: 2, reclean_of } as unknown as Visit
  return renderToStaticMarkup(
    <I18nProvider value={i18n}>
      <FinishTime
        visit={visit}
        presses={[]}
        now={new Date(starts_at)}
        actual={90}
        onActual={() => {}}
      />
    </I18nProvider>,
  )
}

test('the time of a re-clean is not said to be asked for', () => {
  expect(shown(null)).toContain('more than 2 h, we ask your client first.')
  expect(shown('018f0000-0000-7000-8000-000000000001')).not.toContain('your client is asked')
})
