// rule: prices
import { expect, test } from 'vitest'
import { SUBSCRIPTION_PRICE } from '#contract/money/money-rules.ts'
import { filesMatching, textOf } from './sources.ts'

/** '$19.90', 'US$ 19,90'. A limit in whole dollars, such as '$15', is no price. */
const PRICE = /\$\s?\d[\d.,]*[.,]\d{2}(?!\d)/g
const COMMENTS = /\/\*[\s\S]*?\*\/|(?<!:)\/\/.*|\{\/\*[\s\S]*?\*\/\}/g

/** Lists what looks like a price in the texts and screens of this file. */
function pricesIn(text: string): string[] {
  const [dollars = '', cents = ''] = SUBSCRIPTION_PRICE.toFixed(2).split('.')
  const bare = new RegExp(`(?<![\\d.,])${dollars}[.,]${cents.slice(0, 1)}0?(?!\\d)`, 'g')
  const code = text.replace(COMMENTS, '')
  return [...code.matchAll(PRICE), ...code.matchAll(bare)].map(([price]) => price)
}

test('a price in digits is found in a text and in a screen, with the sign of any language', () => {
  expect(pricesIn('"offer": "Ativar Conta - $19,90/mês"')).toContain('$19,90')
  expect(pricesIn('"offer": "por US$ 15,00 ao mês"')).toEqual(['$ 15,00'])
  expect(pricesIn('<p>19.90 al mes</p>')).toEqual(['19.90'])
  expect(pricesIn("'minimum $15/hour, to $50,000' // $65.00")).toEqual([])
})

test('no text and no screen has a price in digits: they format the amount', () => {
  const files = filesMatching(
    'web/src/locales/**/*.json',
    'web/src/**/*.{ts,tsx}',
    'server/src/**/{*-texts.ts,locales/*/*.json}',
    'contract/locales/*/*.json',
    'contract/refusals.ts',
  ).filter((file) => !file.includes('.test.'))
  expect(files.length).toBeGreaterThan(500)
  const found = files.flatMap((file) => pricesIn(textOf(file)).map((price) => `${file}: ${price}`))
  expect(found).toEqual([])
})
