// rule: work-agreement
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { LANGUAGES } from '#contract/product.ts'

test.each(LANGUAGES)(
  'an extra has one name in agreements, letters and screens (%s)',
  (language) => {
    const read = (file: string) =>
      JSON.parse(readFileSync(new URL(`../../../../${file}`, import.meta.url), 'utf8'))
    const screens = read(`web/src/locales/${language}/bookings/bookings.json`).price.extra_names
    expect(read(`server/src/locales/${language}/agreements.json`).extras).toEqual(screens)
  },
)
