// rule: letter-texts
import { expect, test } from 'vitest'
import { nameInLetter } from './name-in-letter.ts'

test.each([
  ["María-José O'Neill", "María-José O'Neill"],
  ['J.R. Smith Jr.', 'J.R. Smith Jr.'],
  ['St.John', 'St. John'],
  ['নাসরিন', 'নাসরিন'],
  ['王小明', '王小明'],
])('the name %j stays a name', (typed, shown) => {
  expect(nameInLetter(typed)).toBe(shown)
})

test.each([
  ['Ana 512-555-0100', 'Ana'],
  ['Ana (512) 555 0100', 'Ana'],
  ['Call ５１２５５５ or ٥١٢', 'Call or'],
  ['Pay: now', 'Pay now'],
  ['https://evil.test/pay', 'https evil. test pay'],
  ['https：／／evil。test', 'https evil。 test'],
  ['evil.1test', 'evil. test'],
  ['www.evil1.test', 'www. evil. test'],
  ['pay@evil.test', 'pay evil. test'],
  ['<b>Ana</b>', 'b Ana b'],
  ['Ana\r\nBcc: everybody', 'Ana Bcc everybody'],
  ['12:30 +1', ''],
])('a letter shows %j as %j: no number, no link', (typed, shown) => {
  expect(nameInLetter(typed)).toBe(shown)
})
