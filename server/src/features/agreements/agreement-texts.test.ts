// rule: agreement-text
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { LANGUAGES } from '#contract/product.ts'
import { AGREEMENT_TEXTS } from './agreement-texts.ts'

test.each(LANGUAGES)(
  'an extra has one name in agreements, letters and screens (%s)',
  (language) => {
    const path = new URL(`../../../../web/src/locales/${language}/bookings.json`, import.meta.url)
    const screens = JSON.parse(readFileSync(path, 'utf8')).price.extra_names
    expect(AGREEMENT_TEXTS[language].extras).toEqual(screens)
  },
)
