// rule: none. It protects docs/security: what it names exists, and its sums are right.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const FOLDER = 'docs/security'
const STATES = ['met', 'not met', 'not applicable']
const textOf = (file: string) => readFileSync(join(FOLDER, file), 'utf8')

type Row = { number: string; level: number; state: string; reason: string }

const rows: Row[] = [
  ...textOf('asvs.md').matchAll(
    /^\| (\d+\.\d+\.\d+) \| ([12]) \| [^|]+ \| ([^|]+) \| ([^|]+) \|$/gm,
  ),
].map(([, number = '', level, state = '', reason = '']) => ({
  number,
  level: Number(level),
  state,
  reason,
}))

test('each requirement stands once, in order, with a state and a reason', () => {
  expect(rows).toHaveLength(70 + 183)
  expect(rows.filter(({ level }) => level === 1)).toHaveLength(70)
  const numbers = rows.map(({ number }) => number)
  const sorted = numbers.toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }))
  expect(numbers).toEqual([...new Set(sorted)])
  for (const { number, state, reason } of rows)
    expect([number, STATES.includes(state), reason !== '']).toEqual([number, true, true])
})

test('the sums and the list of what is not met are those of the table', () => {
  const text = textOf('asvs.md')
  for (const level of [1, 2]) {
    const own = rows.filter((row) => row.level === level)
    const counts = STATES.map((state) => own.filter((row) => row.state === state).length)
    expect(text).toContain(`| level ${level} | ${own.length} | ${counts.join(' | ')} |`)
    const open = own.filter(({ state }) => state === 'not met').map(({ number }) => number)
    expect(text).toContain(`Not met at level ${level}: ${open.join(', ') || 'none'}.`)
  }
})

test.each(['asvs.md', 'inventory.md'])('%s names only files that exist', (page) => {
  const named = [...textOf(page).matchAll(/`([\w.-]+\/[\w./-]+)`/g)].map(([, file = '']) => file)
  const files = named.filter((file) => !file.startsWith('DATA_DIR/'))
  expect(files.length).toBeGreaterThan(0)
  expect(files.filter((file) => !existsSync(file))).toEqual([])
})
