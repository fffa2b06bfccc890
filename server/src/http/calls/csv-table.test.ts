// rule: csv-tables
import { expect, test } from 'vitest'
import { csvTable } from './csv-table.ts'

test('a table begins with a byte order mark, and each cell is quoted', () => {
  expect(
    csvTable([
      ['name', 'sum'],
      ['João "Jo" Núñez', 12.5],
      [null, undefined],
    ]),
  ).toBe('\uFEFF"name","sum"\r\n"João ""Jo"" Núñez","12.5"\r\n"",""\r\n')
})

test.each(['=1+1', '+1 (512) 555', '-x', '@SUM(A1)', '\t=1', '\r=1'])(
  'the cell %j is no formula in a spreadsheet',
  (cell) => {
    expect(csvTable([[cell]])).toBe(`\uFEFF"'${cell}"\r\n`)
  },
)

test.each(['-12.50', '+3', -4])('the number %s stays a number', (cell) => {
  expect(csvTable([[cell]])).toBe(`\uFEFF"${cell}"\r\n`)
})
