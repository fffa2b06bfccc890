// rule: text-input
import { expect, test } from 'vitest'
import { phoneText } from './phone-text.ts'
import { phoneParts } from './phone.ts'

const NUMBER = { number: '5125550100' }
const ABROAD = { number: '+15125550100' }

test.each([
  ['512-555-0100', NUMBER],
  ['(512) 555-0100', NUMBER],
  ['512.555.0100', NUMBER],
  ['512/555-0100', NUMBER],
  // Typographic dashes, as word processors and phones insert them.
  ['512‑555‑0100', NUMBER],
  ['512–555–0100', NUMBER],
  ['512—555−0100', NUMBER],
  ['+1 512 555 0100', ABROAD],
  ['tel:+15125550100', ABROAD],
  ['512-555-0100 ext. 12', { ...NUMBER, extension: '12' }],
  ['512-555-0100 ext 12', { ...NUMBER, extension: '12' }],
  ['512-555-0100 EXT12', { ...NUMBER, extension: '12' }],
  ['512-555-0100x12', { ...NUMBER, extension: '12' }],
  ['512-555-0100 x 12', { ...NUMBER, extension: '12' }],
  ['+1 512 555 0100 extension 12', { ...ABROAD, extension: '12' }],
  ['512-555-0100 ramal 12', { ...NUMBER, extension: '12' }],
  ['512-555-0100 extensión 12', { ...NUMBER, extension: '12' }],
  ['512.555.0100#12', { ...NUMBER, extension: '12' }],
  ['512-555-0100, 12', { ...NUMBER, extension: '12' }],
  ['+1 512 555 0100;ext=12', { ...ABROAD, extension: '12' }],
])('%s is a phone number as people write it', (written, parts) => {
  expect(phoneParts(written)).toEqual(parts)
})

test.each(['', 'call me', '555-010', '512-555-0100 ext.', '512-555-0100 ask for Ana', 'x12'])(
  '"%s" is no phone number',
  (written) => {
    expect(phoneParts(written)).toBeUndefined()
  },
)

test.each([
  ['5125550100', '(512) 555-0100'],
  ['512-555-0100', '(512) 555-0100'],
  ['(512) 555-0100', '(512) 555-0100'],
  ['+1 512 555 0100', '(512) 555-0100'],
  ['512-555-0100x12', '(512) 555-0100 ext. 12'],
  ['+55 11 91234 5678', '+55 11 91234 5678'],
  ['call me', 'call me'],
])('%s is shown as %s', (written, shown) => {
  expect(phoneText(written)).toBe(shown)
})
