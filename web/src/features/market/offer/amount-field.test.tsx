// rule: offer
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Language } from '#contract/product.ts'
import { createI18n } from '#web/i18n/i18n.ts'
import { I18nProvider } from '#web/i18n/use-translation.ts'
import { AmountField } from './amount-field.tsx'

async function shownIn(language: Language, value: string) {
  const i18n = await createI18n(language)
  return renderToStaticMarkup(
    <I18nProvider value={i18n}>
      <AmountField label="Cost" name="cost" value={value} error={undefined} onChange={() => {}} />
    </I18nProvider>,
  )
}

test.each([
  ['en', '0.7'],
  ['pt', '0,7'],
  ['es', '0.7'],
] as const)('a saved amount has the decimal sign of its reader: %s', async (language, shown) => {
  expect(await shownIn(language, '0.7')).toContain(`value="${shown}"`)
  expect(await shownIn(language, '0,7')).toContain(`value="${shown}"`)
})
