// rule: none, the checks keep lines and subjects of commits short
import { describe, expect, test } from 'vitest'
import { longSubjectsOf } from './long-subjects.ts'
import { wideLinesOf } from './wide-lines.ts'

const SOURCE = 'contract/bookings.ts'
const widthOf = (start: string, width: number) => start.padEnd(width, 'x')

describe('the width of lines', () => {
  test.each([
    ['a comment', SOURCE, '  // '],
    ['a docstring', SOURCE, ' * '],
    ['a docstring of one line', SOURCE, '/** '],
    ['a comment in JSX', 'web/src/ui/a.tsx', '  {/* '],
    ['a comment behind code', SOURCE, 'const a = 1 // '],
    ['a comment in SQL', 'server/migrations/0001_identity.sql', '-- '],
    ['a comment in CSS', 'web/src/ui/a.css', '/* '],
  ])('%s has 120 characters at most', (_, file, start) => {
    expect(wideLinesOf(file, `\n${widthOf(start, 120)}`)).toEqual([])
    expect(wideLinesOf(file, `\n${widthOf(start, 121)}`)).toEqual([
      `${file}:2: a comment of 121 characters (at most 120)`,
    ])
  })

  test('code may be as wide as the formatter leaves it', () => {
    expect(wideLinesOf(SOURCE, widthOf("const sentence = 'https://", 200))).toEqual([])
  })

  test('a line of a document has 150 characters at most, but a row of a table more', () => {
    expect(wideLinesOf('README.md', widthOf('', 150))).toEqual([])
    expect(wideLinesOf('README.md', widthOf('| ', 151))).toEqual([])
    expect(wideLinesOf('README.md', widthOf('- ', 151))).toHaveLength(1)
  })
})

test('the subject of a commit has 72 characters at most', () => {
  const long = `abcdef02 ${widthOf('Refuse ', 73)}`
  expect(longSubjectsOf(`abcdef01 ${widthOf('Refuse ', 72)}\n${long}\n`)).toEqual([
    `${long} (73 characters; at most 72)`,
  ])
})
