// rule: seeing-as-a-person, failures
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Refusal } from '#web/api/client.ts'
import { createI18n } from '#web/i18n/i18n.ts'
import { I18nProvider } from '#web/i18n/use-translation.ts'
import { LoadFailure } from './query-state.tsx'

test.each([
  ['view_is_read_only', 403, 'This part isn&#x27;t shown', 'Try again'],
  ['unexpected', 500, 'Try again', 'This part isn&#x27;t shown'],
] as const)('what was refused as %s says %s: %s', async (code, status, shown, hidden) => {
  const i18n = await createI18n('en')
  const markup = renderToStaticMarkup(
    <I18nProvider value={i18n}>
      <LoadFailure
        title="Your days could not be loaded."
        error={new Refusal(status, { code, detail: 'Refused' })}
        isRetrying={false}
        onRetry={() => undefined}
      />
    </I18nProvider>,
  )
  expect(markup).toContain(shown)
  expect(markup).not.toContain(hidden)
})
